import { domainToUnicode } from 'node:url'
import anyAscii from 'any-ascii'
import { getDomain, getDomainWithoutSuffix } from 'tldts'
import { editDistance } from './string-distances.ts'

/** Digits and pairs of letters that look like a letter. */
const READ_AS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/0/g, 'o'],
  [/[1|]/g, 'l'],
  [/3/g, 'e'],
  [/5/g, 's'],
  [/-/g, ''],
]
/** Shorter names often differ by one letter only. */
const LETTERS_MIN = 6
/** A name of this length is not part of another one by chance. */
const WITHIN_MIN = 7

const labelOf = (host: string): string =>
  domainToUnicode(getDomainWithoutSuffix(host, { validateHostname: false }) ?? host)

const readAs = (label: string): string =>
  READ_AS.reduce((text, [from, to]) => text.replaceAll(from, to), anyAscii(label).toLowerCase())

/** The domain that a host imitates, and how; null if it imitates none. */
export function lookAlikeOf(
  host: string,
  known: readonly string[],
): { readonly domain: string; readonly how: string } | null {
  const own = getDomain(host, { validateHostname: false }) ?? host
  const label = labelOf(host)
  for (const domain of known) {
    if ((getDomain(domain, { validateHostname: false }) ?? domain) === own) continue
    const how = imitation(label, labelOf(domain))
    if (how) return { domain, how }
  }
  return null
}

function imitation(label: string, known: string): string | null {
  if (label === known) return 'the same name under another ending'
  const [seen, meant] = [readAs(label), readAs(known)]
  if (seen === meant) return 'letters that look like those of the name'
  if (known.length >= LETTERS_MIN && Math.abs(seen.length - meant.length) <= 1)
    if (editDistance(seen.split(''), meant.split(''), true) <= 1) return 'one letter differs'
  if (known.length >= WITHIN_MIN && seen.includes(meant)) return 'the name stands within it'
  return null
}
