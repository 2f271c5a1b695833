import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { listOf, when, type PartReading } from './_audit-parts.ts'
import { numberOf, rowsOf, textOf, type ReportTools } from './_report-tools.ts'
import { plural } from './_fields.ts'

/** The parts of a deeper audit: subdomains, look-alikes, reputation. */

export async function resolved(
  names: readonly string[],
  tools: ReportTools,
): Promise<readonly JsonObject[]> {
  const answers = await Promise.all(
    names.map((domain) => tools.part(`DNS of ${domain}`, 'dns-lookup', { domain })),
  )
  return names.map((host, at) => {
    const addresses = [...listOf(answers[at] ?? null, 'a'), ...listOf(answers[at] ?? null, 'aaaa')]
    return { host, addresses, cname: listOf(answers[at] ?? null, 'cname')[0] ?? null }
  })
}

export function subdomainsRead(answer: JsonObject): PartReading {
  const rows = rowsOf(answer, 'rows')
  return {
    lines: [
      `Subdomains looked up: ${rows.length}`,
      ...rows.map(
        (row) => `${textOf(row, 'host')}: ${listOf(row, 'addresses').join(', ') || 'no address'}`,
      ),
    ],
    findings: rows
      .filter((row) => textOf(row, 'cname') !== null && listOf(row, 'addresses').length === 0)
      .map((row) => ({
        id: `dangling-${textOf(row, 'host')}`,
        severity: 'high' as const,
        text: `${textOf(row, 'host')} points to ${textOf(row, 'cname')}, which has no address.`,
        fix: 'Remove the record: whoever takes that name speaks for the subdomain.',
      })),
  }
}

export function lookalikesRead(answer: JsonObject): PartReading {
  const rows = rowsOf(answer, 'results')
  const taken = rows.filter((row) => row['available'] === false)
  const names = taken.map((row) => textOf(row, 'domain')).join(', ')
  return {
    lines: [
      `Look-alikes asked: ${rows.length}; taken: ${taken.length}`,
      `Taken: ${names || 'none'}`,
    ],
    findings: when(taken.length > 0, {
      id: 'lookalikes-taken',
      severity: 'info',
      text: `${plural(taken.length, 'look-alike')} of the domain are registered.`,
      fix: 'Look at each: a sign-in page or a mail server there is a reason to act.',
    }),
  }
}

export function reputationRead(answer: JsonObject): PartReading {
  const phishing = isObject(answer['phishing']) ? answer['phishing'] : null
  const ip = isObject(answer['address']) ? answer['address'] : null
  const isListed = phishing?.['phishing'] === true
  return {
    lines: [
      `Phishing lists: ${textOf(phishing, 'verdict') ?? 'not told'}`,
      `Reports of attacks from its address: ${numberOf(ip, 'attacks') ?? 'not told'}`,
      `Risk of its address: ${textOf(ip, 'riskHint') ?? 'not told'}`,
    ],
    findings: when(isListed, {
      id: 'phishing-listed',
      severity: 'high',
      text: 'A list of phishing sites names the domain.',
      fix: 'Find out what was reported, clean it, and ask the list to look again.',
    }),
  }
}

const LIKE: Readonly<Record<string, readonly string[]>> = {
  o: ['0'],
  l: ['1', 'i'],
  i: ['1', 'l'],
  e: ['3'],
  a: ['4'],
  s: ['5'],
  m: ['rn'],
  w: ['vv'],
  g: ['q'],
  u: ['v'],
}
const ENDINGS = ['com', 'net', 'org', 'co', 'io', 'app']
const WORDS = ['login', 'secure', 'support', 'pay']
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The kinds alternate, so that even a short list has some of each. */
export function lookalikesOf(domain: string): readonly string[] {
  const dot = domain.indexOf('.')
  const [label, ending] = [domain.slice(0, dot), domain.slice(dot + 1)]
  const here = (labels: readonly string[]) => labels.map((one) => `${one}.${ending}`)
  const kinds = [
    ENDINGS.filter((one) => one !== ending).map((one) => `${label}.${one}`),
    here(letters(label, (letter) => LIKE[letter] ?? [])),
    here(letters(label, () => [''])),
    here(letters(label, (letter) => [letter + letter])),
    here(swapped(label)),
    here(WORDS.flatMap((word) => [`${label}-${word}`])),
  ]
  const longest = Math.max(...kinds.map(({ length }) => length))
  const all = Array.from({ length: longest }, (_, at) => kinds.flatMap((kind) => kind[at] ?? []))
  return [...new Set(all.flat())].filter((name) => name !== domain && isName(name))
}

const isName = (domain: string): boolean => LABEL.test(domain.slice(0, domain.indexOf('.')))

/** All names with one letter replaced. */
const letters = (label: string, by: (letter: string) => readonly string[]): readonly string[] =>
  Array.from(label, (letter, at) =>
    by(letter).map((other) => label.slice(0, at) + other + label.slice(at + 1)),
  ).flat()

const swapped = (label: string): readonly string[] =>
  Array.from(
    { length: Math.max(0, label.length - 1) },
    (_, at) => label.slice(0, at) + (label[at + 1] ?? '') + (label[at] ?? '') + label.slice(at + 2),
  )
