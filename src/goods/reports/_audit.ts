import type { JsonObject } from '../../base/lib/json-object.ts'
import { fixesOf, listOf, type Finding, type PartReading, type Severity } from './_audit-parts.ts'
import { numberOf, rowsOf, textOf } from './_report-tools.ts'
import { citing, recordOf, type Section, type Sentence, type Source } from './_document.ts'

/** The parts of an audit about web pages and certificate logs. */

const OLD = ['TLSv1', 'TLSv1.0', 'TLSv1.1', 'SSLv3']

export function protocolsOf(answer: JsonObject): PartReading {
  const problems = listOf(answer, 'problems')
  const weakest = textOf(answer, 'weakest') ?? 'not told'
  return {
    lines: [
      `Oldest version accepted: ${weakest}`,
      ...rowsOf(answer, 'protocols').map(
        (row) => `${textOf(row, 'version')}: ${row['accepted'] === true ? 'accepted' : 'refused'}`,
      ),
    ],
    findings: fixesOf('tls', problems, OLD.includes(weakest) ? 'high' : 'low'),
  }
}

export function headersOf(answer: JsonObject): PartReading {
  const checks = rowsOf(answer, 'checks')
  const bad = checks.filter((row) => textOf(row, 'fix') !== null)
  return {
    lines: [
      `Headers grade: ${textOf(answer, 'grade')}, ${numberOf(answer, 'score')} of 100`,
      ...checks.map((row) => `${textOf(row, 'header')}: ${textOf(row, 'verdict')}`),
    ],
    findings: bad.map((row) => ({
      id: `header-${textOf(row, 'header')}`,
      severity: textOf(row, 'verdict') === 'bad' ? 'medium' : 'low',
      text: `The header ${textOf(row, 'header')} is ${textOf(row, 'verdict')}.`,
      fix: textOf(row, 'fix'),
    })),
  }
}

const HOSTS_TOLD = 40
/** Host names that are usually internal. */
const INNER = /^(dev|test|staging|stage|admin|vpn|jenkins|git|jira|db|backup|internal|intranet)\b/

export function exposureOf(answer: JsonObject): PartReading {
  const hosts = listOf(answer, 'hostnames')
  const inner = hosts.filter((host) => INNER.test(host))
  return {
    lines: [
      `Certificates logged: ${numberOf(answer, 'total') ?? 0}`,
      `Host names revealed: ${hosts.slice(0, HOSTS_TOLD).join(', ') || 'none'}`,
    ],
    findings:
      inner.length === 0
        ? []
        : [
            {
              id: 'inner-names',
              severity: 'low',
              text: `Certificate logs reveal inner names: ${inner.slice(0, 10).join(', ')}.`,
              fix: 'Use a wildcard or a private authority for machines that are not public.',
            },
          ],
  }
}

export function techOf(answer: JsonObject): PartReading {
  const found = rowsOf(answer, 'technologies').flatMap((row) => textOf(row, 'name') ?? [])
  return {
    lines: [
      `Technologies: ${found.join(', ') || 'none shows'}`,
      `Server: ${textOf(answer, 'server') ?? 'not told'}`,
      `CDN: ${textOf(answer, 'cdn') ?? 'none shows'}`,
    ],
    findings: [],
  }
}

/** A part of the audit: the tool, its result in lines, and its findings. */
export interface AuditPart {
  readonly id: string
  readonly title: string
  readonly answer: JsonObject | null
  readonly source: Source | null
  readonly lines: readonly string[]
  readonly findings: readonly Finding[]
}

export interface Audited {
  readonly id: string
  readonly title: string
  /** The subject of the report. */
  readonly subject: string
  readonly url: string
  readonly publisher?: string | null
  readonly retrievedAt: string
}

/** Makes a part with its record, which its sentences cite. */
export function auditPart(
  about: Audited,
  answer: JsonObject | null,
  read: PartReading | null,
): AuditPart {
  const { id, title, subject, ...where } = about
  if (!answer || !read) return { id, title, answer, source: null, lines: [], findings: [] }
  const lines = read.lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())
  const text = [...lines, ...read.findings.map(({ text }) => text)].join('\n')
  const source = recordOf({ title: `${title} of ${subject}`, ...where, text })
  return { id, title, answer, source, lines, findings: read.findings }
}

export const sectionOf = ({ id, title, source, lines, findings }: AuditPart): Section => ({
  id,
  title,
  sentences: source
    ? [
        ...lines.map((line) => citing(`${line}.`, source, line)),
        ...findings.map((one) => findingSentence(one, source)),
      ]
    : [{ text: 'It could not be read.', quotes: [] }],
})

export const findingSentence = ({ severity, text }: Finding, source: Source): Sentence =>
  citing(`Finding (${severity}): ${text}`, source, text)

const ORDER: readonly Severity[] = ['high', 'medium', 'low', 'info']

/** All findings with their parts, the worst first. */
export const findingsIn = (parts: readonly AuditPart[]) =>
  parts
    .flatMap((part) => part.findings.map((finding) => ({ part: part.id, ...finding })))
    .toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))

const POINTS: Readonly<Record<Severity, number>> = { high: 25, medium: 10, low: 3, info: 0 }
const GRADES = [
  [90, 'A'],
  [75, 'B'],
  [60, 'C'],
  [40, 'D'],
] as const

/**
 * The grade: 100 points minus the cost of each finding. One part costs at most as much as one high
 * finding.
 */
export function gradeOf(parts: readonly AuditPart[]) {
  const lost = parts.reduce((sum, { findings }) => {
    const points = findings.reduce((all, { severity }) => all + POINTS[severity], 0)
    return sum + Math.min(POINTS.high, points)
  }, 0)
  const score = Math.max(0, 100 - lost)
  return { score, grade: GRADES.find(([least]) => score >= least)?.[1] ?? ('F' as const) }
}
