import {
  bitsOf,
  formatAddress,
  parseAddress,
  type Address,
} from '../../../../base/lib/ip-address.ts'

export type Qualifier = 'pass' | 'fail' | 'softfail' | 'neutral'

/** A mechanism or modifier, in the form of the record. */
export interface Term {
  readonly qualifier: Qualifier
  readonly mechanism: string
  /** The part after the colon, without prefix lengths. */
  readonly value: string
  readonly prefix4: number
  readonly prefix6: number
  readonly text: string
}

const QUALIFIERS: Readonly<Record<string, Qualifier>> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
}

const MECHANISMS = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'])
export const ASKING = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect'])
const TERM = /^([+\-~?])?([a-z0-9]+)(?::([^/]*(?:%\{[^}]*\}[^/]*)*|[0-9a-f:.]+))?(\/.*)?$/i
const MODIFIER = /^([a-z][a-z0-9._-]*)=(.*)$/i

/**
 * Parses `ip4:192.0.2.0/24`, `include:a.example`, `redirect=b.example`; null if it is not valid.
 */
export function parseTerm(text: string): Term | null {
  const modifier = MODIFIER.exec(text)
  const none = { qualifier: 'pass', prefix4: 32, prefix6: 128, text } as const
  if (modifier) {
    const isRedirect = modifier[1]!.toLowerCase() === 'redirect'
    return { ...none, mechanism: isRedirect ? 'redirect' : 'modifier', value: modifier[2]! }
  }
  const [, sign = '+', name = '', value = '', lengths = ''] = TERM.exec(text) ?? []
  const mechanism = name.toLowerCase()
  const qualifier = QUALIFIERS[sign]
  const needsValue = /^(include|exists|ip4|ip6)$/.test(mechanism)
  if (!qualifier || !MECHANISMS.has(mechanism) || (needsValue && value === '')) return null
  const prefixes = prefixesOf(mechanism, lengths)
  return prefixes && { ...none, ...prefixes, qualifier, mechanism, value }
}

function prefixesOf(mechanism: string, lengths: string) {
  if (lengths === '') return { prefix4: 32, prefix6: 128 }
  const [, four, six] = /^(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/.exec(lengths) ?? []
  const only = /^\/(\d{1,3})$/.exec(lengths)?.[1]
  const prefix4 = Number(four ?? 32)
  const prefix6 = Number((mechanism === 'ip6' ? only : six) ?? 128)
  const isKnown = four !== undefined || six !== undefined || (mechanism === 'ip6' && only)
  const isAllowed = /^(a|mx|ip4|ip6)$/.test(mechanism)
  return isKnown && isAllowed && prefix4 <= 32 && prefix6 <= 128 ? { prefix4, prefix6 } : null
}

/** Whether two addresses agree in their first bits. */
export function isWithin(ip: Address, network: string, { prefix4, prefix6 }: Term): boolean {
  const other = parseAddress(network)
  if (other?.version !== ip.version) return false
  const rest = BigInt(bitsOf(ip.version) - (ip.version === 4 ? prefix4 : prefix6))
  return ip.value >> rest === other.value >> rest
}

interface Letters {
  readonly ip: Address
  /** Domain of the record. */
  readonly domain: string
  /** Domain of the sender. */
  readonly sender: string
}

/** Expands `%{ir}.%{v}._spf.%{d}` (RFC 7208, 7) for mail from `postmaster@` the domain. */
export function expandMacros(text: string, { ip, domain, sender }: Letters): string | null {
  const values: Readonly<Record<string, string>> = {
    s: `postmaster@${sender}`,
    l: 'postmaster',
    o: sender,
    d: domain,
    i: ip.version === 4 ? formatAddress(ip) : nibblesOf(ip),
    p: 'unknown',
    v: ip.version === 4 ? 'in-addr' : 'ip6',
    h: sender,
  }
  const expanded = text.replaceAll(
    /%\{([a-z])(\d{0,3})(r?)([.\-+,/_=]*)\}/gi,
    (whole: string, letter: string, count: string, reversed: string, delimiters: string) => {
      const value = values[letter.toLowerCase()]
      if (value === undefined) return whole
      const parts = splitBy(value, delimiters || '.')
      const ordered = reversed === '' ? parts : parts.toReversed()
      return (count === '' || count === '0' ? ordered : ordered.slice(-Number(count))).join('.')
    },
  )
  const plain = expanded.replaceAll('%%', '%25').replaceAll('%_', ' ').replaceAll('%-', '%20')
  return /%(?!2[05])/.test(plain) ? null : plain.replaceAll('%25', '%')
}

const splitBy = (text: string, delimiters: string): string[] =>
  text.split(new RegExp(`[${delimiters.replaceAll(/[-\\\]^]/g, '\\$&')}]`))

const nibblesOf = ({ value }: Address): string =>
  Array.from(value.toString(16).padStart(32, '0')).join('.')
