import { z } from 'zod'
import { registrable } from '../lib/domain-name.ts'
import type { JsonObject } from '../lib/json-object.ts'
import * as read from './_audit-parts.ts'
import * as seen from './_audit.ts'
import { desk } from './_desk.ts'
import { citing, recordOf, type Section } from './_document.ts'
import { Part, plural, Rows } from './_fields.ts'
import { defineReport, formatField, nothingFound, refuseIfAllFailed } from './_report.ts'

export default defineReport({
  body: z.object({
    domain: registrable().describe('Domain such as example.com; a host or a URL is cut to it.'),
    format: formatField,
  }),
  fields: {
    grade: z.enum(['A', 'B', 'C', 'D', 'F']).describe('By the findings below.'),
    score: z.int().describe('0 to 100: a high finding costs 25, a medium 10, a low 3.'),
    parts: Part.describe('What each tool answered, by part; null where it failed.'),
    findings: Rows.describe('What is wrong, the worst first.'),
    fixes: Rows.describe('What to do, the most urgent first.'),
  },
  uses: { desk },
  needs: ['whois', 'dns-lookup'],
  pace: 'slow',
  tiers: {
    'domain-audit': {
      route: 'POST /v1/domain-audit',
      price: '$0.60',
      name: 'Domain audit',
      description:
        'Graded audit report of a domain: registration, DNS, mail, TLS, headers, certificate ' +
        'logs, with findings and fixes.',
      asks: [
        'audit a domain: its DNS, mail, TLS and headers graded in one report',
        'graded domain audit report with findings and fixes',
      ],
      examples: [{ input: { domain: 'example.com' }, at: '2026-01-10T00:00:00Z' }],
      plan: null,
    },
  },

  async gather({ domain }, bench) {
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
      asked.map(([name, slug, input]) => bench.part(name, slug, input)),
    )
    const [whois = null, dns = null, mail = null, cert = null, ...rest] = answers
    const [tls = null, headers = null, logs = null, tech = null] = rest
    refuseIfAllFailed(bench)
    if (whois?.['registered'] === false && !isAnswering(dns))
      throw nothingFound(`${domain} is not registered.`, { registered: false, records: 0 })
    const retrievedAt = new Date(bench.now()).toISOString()
    const part = (
      id: string,
      title: string,
      answer: JsonObject | null,
      reader: (answer: JsonObject) => read.Read,
    ) => seen.auditPart({ id, title, url, retrievedAt }, answer, answer && reader(answer))
    return [
      part('registration', 'Registration', whois, (one) => read.registrationOf(one, bench.now())),
      part('dns', 'DNS', dns, read.dnsOf),
      part('mail', 'Mail', mail, read.mailOf),
      part('tls', 'TLS certificate', cert, read.certificateOf),
      part('protocols', 'TLS versions', tls, seen.protocolsOf),
      part('headers', 'Headers', headers, seen.headersOf),
      part('tech', 'Technologies', tech, seen.techOf),
      part('exposure', 'Exposure', logs, seen.exposureOf),
    ]
  },

  compose(parts, { given: { domain }, bench }) {
    const { grade, score } = seen.gradeOf(parts)
    const findings = parts
      .flatMap((part) => part.findings.map((finding) => ({ part: part.id, ...finding })))
      .toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
    const after = plural(findings.length, 'finding')
    const line = `${domain} has grade ${grade}: ${score} of 100 points after ${after}.`
    const sums = recordOf({
      title: `Grade of ${domain}`,
      url: `https://${domain}/`,
      publisher: 'computed here from the findings below',
      retrievedAt: new Date(bench.now()).toISOString(),
      text: line,
    })
    const fixes = findings.flatMap(({ part, severity, fix }) =>
      fix === null ? [] : { part, severity, fix },
    )
    const sections: Section[] = [
      { id: 'grade', title: 'Grade', sentences: [citing(line, sums)] },
      ...parts.map(seen.sectionOf),
      {
        id: 'fixes',
        title: 'Fixes',
        sentences:
          fixes.length > 0
            ? fixes.map(({ fix }) => ({ text: fix, quotes: [] }))
            : [{ text: 'Nothing to mend was found.', quotes: [] }],
      },
    ]
    return {
      draft: { title: `Audit of ${domain}`, sections },
      fields: {
        grade,
        score,
        parts: Object.fromEntries(parts.map(({ id, answer }) => [id, answer])),
        findings,
        fixes,
      },
    }
  },
})

const ORDER = ['high', 'medium', 'low', 'info']

const isAnswering = (dns: JsonObject | null): boolean =>
  ['a', 'aaaa', 'mx', 'ns'].some((name) => {
    const found = dns?.[name]
    return Array.isArray(found) && found.length > 0
  })
