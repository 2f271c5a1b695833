import { standIn, type StandIn } from './define.ts'

type Rows = readonly (readonly [type: number, data: string])[]

const ZONE: Readonly<Record<string, { readonly ad: boolean; readonly rows: Rows } | number>> = {
  'example.com A': { ad: true, rows: [[1, '93.184.215.14']] },
  'example.com MX': { ad: true, rows: [[15, '0 .']] },
  'example.com TXT': { ad: true, rows: [[16, '"v=spf1 " "-all"']] },
  'example.com DS': {
    ad: true,
    rows: [[43, '370 13 2 BE74359954660069D5C63D200C39F5603827D7DD02B56F120EE9F3A86764247C']],
  },
  'example.com DNSKEY': { ad: true, rows: [[48, '257 3 13 AAAA']] },
  'cloudflare.com A': {
    ad: true,
    rows: [
      [1, '104.16.132.229'],
      [46, 'a 13 2 300 1767312000'],
    ],
  },
  'cloudflare.com DS': {
    ad: true,
    rows: [[43, '2371 13 2 32996839A6D808AFE3EB4A795A0E6A7A39A76FC52FF228B22B76F6D63826F2B9']],
  },
  'cloudflare.com DNSKEY': {
    ad: true,
    rows: [
      [
        48,
        '257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
      ],
      [
        48,
        '256 3 13 oJMRESz5E4gYzS/q6XDrvU1qMPYIjCWzJaOau8XNEZeqCYKD5ar0IRd8KqXXFJkqmVfRvMGPmM1x8fGAa2XhSA==',
      ],
    ],
  },
  'unsigned.com A': { ad: false, rows: [[1, '93.184.215.14']] },
  'unsigned.com DS': { ad: false, rows: [] },
  'unsigned.com DNSKEY': { ad: false, rows: [] },
  'island.com A': { ad: false, rows: [[1, '93.184.215.14']] },
  'island.com DS': { ad: true, rows: [] },
  'island.com DNSKEY': { ad: false, rows: [[48, '257 3 13 AAAA']] },
  'broken.com A': 2,
  'broken.com DS': { ad: true, rows: [[43, '1 5 1 AA']] },
  'broken.com DNSKEY': 2,
}

/** A public resolver in its JSON form; `others` are names on which it is behind the others. */
export const dohStandIn = (at: string, others: Readonly<Record<string, Rows>> = {}): StandIn =>
  standIn({
    at,
    answer({ query }) {
      const name = query.get('name') ?? ''
      const type = query.get('type') ?? ''
      const said = ZONE[`${name} ${type}`] ?? 3
      if (typeof said === 'number')
        return { Status: said, TC: false, RD: true, RA: true, AD: false }
      const rows = others[`${name} ${type}`] ?? said.rows
      const Answer = rows.map(([kind, data]) => ({ name, type: kind, TTL: 300, data }))
      return { Status: 0, TC: false, RD: true, RA: true, AD: said.ad, CD: false, Answer }
    },
  })
