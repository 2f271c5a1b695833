import { lazily } from '../../../../base/lib/lazily.ts'

/** Licences by their conditions for passing on the work. */

export type LicenceFamily =
  | 'public-domain'
  | 'permissive'
  | 'weak-copyleft'
  | 'strong-copyleft'
  | 'network-copyleft'
  | 'restricted'
  | 'unknown'

/**
 * The first pattern that matches an SPDX id counts; without one, the family is unknown, which no
 * policy allows.
 */
const FAMILIES: readonly (readonly [pattern: RegExp, family: LicenceFamily])[] = [
  [
    /^(0BSD|CC0-1\.0|CC-PDDC|Unlicense|WTFPL|MIT-0|PDDL-1\.0|blessing|SAX-PD|NIST-PD)/,
    'public-domain',
  ],
  [/^(AGPL|OSL-3|SSPL|EUPL|RPL|CPAL|NPOSL|APSL)/, 'network-copyleft'],
  [/^(LGPL|MPL|EPL|CDDL|CPL|IPL|OSET|MS-RL|SPL|LGPLLR|ErlPL|Sleepycat|APL)/, 'weak-copyleft'],
  [/^(GPL|CECILL-[12]\.|OSL|GFDL|QPL|CC-BY-SA|ODbL|copyleft-next|FDL)/, 'strong-copyleft'],
  [
    /^(CC-BY-NC|CC-BY-ND|BUSL|Elastic|PolyForm|JSON$|Parity|Hippocratic|DOC|CC-BY-NC-|Aladdin)/,
    'restricted',
  ],
  [
    /^(MIT|ISC|BSD|Apache|Zlib|BSL-1\.0|PostgreSQL|Python|PSF|X11|NCSA|Artistic|AFL|CC-BY-\d|OFL|Unicode|Ruby|PHP|W3C|curl|FTL|IJG|libpng|HPND|NTP|BlueOak|ICU|OpenSSL|TCL|Vim|ZPL|UPL|MulanPSL|MS-PL|ECL|EFL|Beerware|bzip2|Libpng|CECILL-B|LPPL|Fair|Xnet|AAL|Naumen|SGI-B|Intel|BSD-)/,
    'permissive',
  ],
]

export const familyOf = (id: string): LicenceFamily =>
  FAMILIES.find(([pattern]) => pattern.test(id))?.[1] ?? 'unknown'

export const OBLIGATIONS: Readonly<Record<LicenceFamily, string>> = {
  'public-domain': 'nothing',
  permissive: 'keep the copyright notice and the text of the licence',
  'weak-copyleft':
    'give the source of its own files or library, changed or not, under the same licence',
  'strong-copyleft': 'give the source of the whole work under the same licence to whoever gets it',
  'network-copyleft': 'give the source of the whole work also to those who use it over a network',
  restricted: 'read it: some uses are forbidden',
  unknown: 'read it: its conditions are unknown here',
}

/** A text is recognised by the words that it shares with the texts of the SPDX list. */
const SIMILAR_ENOUGH = 0.75
const COMMON = [
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'GPL-2.0-only',
  'GPL-3.0-only',
  'LGPL-2.1-only',
  'LGPL-3.0-only',
  'AGPL-3.0-only',
  'MPL-2.0',
  'EPL-2.0',
  'Unlicense',
  'CC0-1.0',
  'BSL-1.0',
  'Zlib',
  '0BSD',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'Artistic-2.0',
  'WTFPL',
  'OFL-1.1',
  'PostgreSQL',
  'EUPL-1.2',
]

type Texts = ReadonlyMap<string, ReadonlyMap<string, number>>
const texts = lazily(load)

export async function recognised(text: string) {
  const own = pairsOf(text)
  const ranked = [...(await texts())]
    .map(([id, known]) => ({ id, confidence: shared(own, known) }))
    .toSorted((a, b) => b.confidence - a.confidence)
  const [best] = ranked
  if (!best || best.confidence < SIMILAR_ENOUGH) return null
  return { id: best.id, confidence: Math.round(best.confidence * 1_000) / 1_000 }
}

async function load(): Promise<Texts> {
  const { default: full } = await import('spdx-license-list/full.js')
  return new Map(
    COMMON.flatMap((id) => {
      const told = full[id]?.licenseText
      return told === undefined ? [] : [[id, pairsOf(told)] as const]
    }),
  )
}

/** How often each pair of words occurs in a text, without names, years and layout. */
function pairsOf(text: string): ReadonlyMap<string, number> {
  const plain = text
    .toLowerCase()
    .replace(/^.*copyright (\(c\)|©|\d{4}|<).*$/gm, ' ')
    .replace(/<[^>]{0,60}>|\[[^\]]{0,60}\]/g, ' ')
  const words = plain.match(/[a-z]+|\d+/g) ?? []
  const pairs = new Map<string, number>()
  for (let at = 1; at < words.length; at += 1) {
    const pair = `${words[at - 1]} ${words[at]}`
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

/** The coefficient of Dice. */
function shared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0)
  const total = sum(a) + sum(b)
  return total === 0 ? 0 : (2 * common) / total
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((all, one) => all + one, 0)
