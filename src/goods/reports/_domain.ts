import { z } from 'zod'
import type { JsonObject } from '../../base/lib/json-object.ts'
import * as read from './_audit-parts.ts'
import * as seen from './_audit.ts'
import type { ReportTools } from './_report-tools.ts'
import { citing, recordOf, type Section } from './_document.ts'
import { Part, plural, Rows } from './_fields.ts'
import { nothingFound, refuseIfAllFailed } from './_report.ts'

/** The audit of a domain by the network tools. */

/** The fields of an audit in addition to its text. */
export const domainFields = {
  grade: z.enum(['A', 'B', 'C', 'D', 'F']).describe('By the findings below.'),
  score: z.int().describe('0 to 100: a high finding costs 25, a medium 10, a low 3.'),
  parts: Part.describe('What each tool answered, by part; null where it failed.'),
  findings: Rows.describe('What is wrong, the worst first.'),
  fixes: Rows.describe('What to do, the most urgent first.'),
}

/** Asks every tool about the domain; each answer is a part with its findings. */
export async function domainParts(
  domain: string,
  tools: ReportTools,
): Promise<readonly seen.AuditPart[]> {
  const url = `https://${domain}/`
  const asked = [
    ['Registration', 'whois', { domain }],
    ['DNS', 'dns-lookup', { domain }],
    ['Mail', 'email-deliverability', { domain }],
    ['Certificate', 'tls-cert', { host: domain }],
    ['TLS versions', 'tls-protocols', { host: domain }],
    ['Headers', 'security-headers', { url }],
    ['Certificate logs', 'cert-transparency', { domain }],
    ['Technologies', 'tech-stack', { url }],
  ] as const
  const answers = await Promise.all(
    asked.map(([name, slug, input]) => tools.part(name, slug, input)),
  )
  const [whois = null, dns = null, mail = null, cert = null, ...rest] = answers
  const [tls = null, headers = null, logs = null, tech = null] = rest
  refuseIfAllFailed(tools)
  if (whois?.['registered'] === false && !isAnswering(dns))
    throw nothingFound(`${domain} is not registered.`, { registered: false, records: 0 })
  const part = domainPart(domain, tools)
  return [
    part('registration', 'Registration', whois, (one) => read.registrationOf(one, tools.now())),
    part('dns', 'DNS', dns, read.dnsOf),
    part('mail', 'Mail', mail, read.mailOf),
    part('tls', 'TLS certificate', cert, read.certificateOf),
    part('protocols', 'TLS versions', tls, seen.protocolsOf),
    part('headers', 'Headers', headers, seen.headersOf),
    part('tech', 'Technologies', tech, seen.techOf),
    part('exposure', 'Exposure', logs, seen.exposureOf),
  ]
}

/** Makes the parts of the audit of one domain. */
export function domainPart(domain: string, tools: ReportTools) {
  const about = {
    subject: domain,
    url: `https://${domain}/`,
    retrievedAt: new Date(tools.now()).toISOString(),
  }
  return (
    id: string,
    title: string,
    answer: JsonObject | null,
    reader: (answer: JsonObject) => read.PartReading,
  ): seen.AuditPart => seen.auditPart({ id, title, ...about }, answer, answer && reader(answer))
}

/** The grade with its parts, and the problems to fix. */
export function gradedDomain(parts: readonly seen.AuditPart[], domain: string, tools: ReportTools) {
  const { grade, score } = seen.gradeOf(parts)
  const findings = seen.findingsIn(parts)
  const after = plural(findings.length, 'finding')
  const line = `${domain} has grade ${grade}: ${score} of 100 points after ${after}.`
  const sums = recordOf({
    title: `Grade of ${domain}`,
    url: `https://${domain}/`,
    publisher: 'computed here from the findings below',
    retrievedAt: new Date(tools.now()).toISOString(),
    text: line,
  })
  const fixes = findings.flatMap(({ part, severity, fix }) =>
    fix === null ? [] : { part, severity, fix },
  )
  const fixSentences =
    fixes.length > 0
      ? fixes.map(({ fix }) => ({ text: fix, quotes: [] }))
      : [{ text: 'Nothing to mend was found.', quotes: [] }]
  const sections: readonly Section[] = [
    { id: 'grade', title: 'Grade', sentences: [citing(line, sums)] },
    ...parts.map(seen.sectionOf),
    { id: 'fixes', title: 'Fixes', sentences: fixSentences },
  ]
  return {
    sections,
    fields: {
      grade,
      score,
      parts: Object.fromEntries(parts.map(({ id, answer }) => [id, answer])),
      findings,
      fixes,
    },
  }
}

const isAnswering = (dns: JsonObject | null): boolean =>
  ['a', 'aaaa', 'mx', 'ns'].some((name) => {
    const found = dns?.[name]
    return Array.isArray(found) && found.length > 0
  })
