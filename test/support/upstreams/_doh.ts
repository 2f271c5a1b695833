import { standIn, type StandIn } from './define.ts'

type Rows = readonly (readonly [type: number, data: string])[]

const ZONE: Readonly<Record<string, { readonly ad: boolean; readonly rows: Rows } | number>> = {
  'example.com A': { ad: true, rows: [[1, '93.184.215.14']] },
  'example.com AAAA': { ad: true, rows: [[28, '2606:2800:21f:cb07:6820:80da:af6b:8b2c']] },
  'example.com MX': { ad: true, rows: [[15, '0 .']] },
  'example.com NS': {
    ad: true,
    rows: [
      [2, 'b.iana-servers.net.'],
      [2, 'a.iana-servers.net.'],
    ],
  },
  'example.com SOA': {
    ad: true,
    rows: [[6, 'ns.icann.org. noc.dns.icann.org. 2024081435 7200 3600 1209600 3600']],
  },
  'mail.example.com MX': {
    ad: false,
    rows: [
      [15, '20 second.example.com.'],
      [15, '10 first.example.com.'],
    ],
  },
  // The second in the form of a type that the resolver does not know.
  'caa.example.com CAA': {
    ad: false,
    rows: [
      [257, '0 issue "letsencrypt.org"'],
      [
        257,
        String.raw`\# 27 80 05 69 6f 64 65 66 6d 61 69 6c 74 6f 3a 61 40 65 78 61 6d 70 6c 65 2e 63 6f 6d`,
      ],
    ],
  },
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

/** Names of the DNS of tests whose servers fail. */
const BROKEN = /^(broken|refused|malformed|silent)\.example\.com$/

/** A name with records of another type has none of this one. */
const statusOf = (name: string): number =>
  BROKEN.test(name) ? 2 : Object.keys(ZONE).some((key) => key.startsWith(`${name} `)) ? 0 : 3

/** A public resolver in its JSON form; `others` are names on which it is behind the others. */
export const dohStandIn = (at: string, others: Readonly<Record<string, Rows>> = {}): StandIn =>
  standIn({
    at,
    answer({ query }) {
      const name = query.get('name') ?? ''
      const type = query.get('type') ?? ''
      const said = ZONE[`${name} ${type}`] ?? statusOf(name)
      if (typeof said === 'number')
        return { Status: said, TC: false, RD: true, RA: true, AD: false }
      const rows = others[`${name} ${type}`] ?? said.rows
      const Answer = rows.map(([kind, data]) => ({ name, type: kind, TTL: 300, data }))
      return { Status: 0, TC: false, RD: true, RA: true, AD: said.ad, CD: false, Answer }
    },
  })
