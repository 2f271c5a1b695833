import { z } from 'zod'
import { registrable } from '../../base/lib/domain-name.ts'
import { writer } from '../../capabilities/llm/report-writer.ts'
import type { AuditPart } from './_audit.ts'
import { listOf } from './_audit-parts.ts'
import { ifThere, toolRunner, rowsOf } from './_report-tools.ts'
import type { Source } from './_document.ts'
import * as deep from './_domain-deep.ts'
import { domainFields, domainPart, domainParts, gradedDomain } from './_domain.ts'
import { pagesOn } from './_evidence.ts'
import { Rows } from './_fields.ts'
import { defineReport, formatField } from './_report.ts'
import { writtenReport, type Outline } from './_written.ts'

/** The largest number of names in one call of the tool. */
const LOOKALIKES_MAX = 10
const SUBDOMAINS_MAX = 12
const PAGES_MAX = 6

export default defineReport({
  body: z.object({
    domain: registrable().describe('Domain such as example.com; a host or a URL is cut to it.'),
    format: formatField,
  }),
  fields: {
    ...domainFields,
    subdomains: Rows.describe('Host names that certificates reveal, with what DNS says of them.'),
    reputation: z.record(z.string(), z.unknown()).describe('What lists say of the domain.'),
    lookalikes: Rows.describe('Names that are easily taken for it, and whether they are taken.'),
  },
  uses: { runner: toolRunner, writer },
  needs: ['whois', 'dns-lookup'],
  pace: 'slow',
  tiers: {
    'domain-audit-pro': {
      route: 'POST /v1/domain-audit/pro',
      price: '$0.85',
      name: 'Domain audit, pro',
      description:
        'Deeper graded audit of a domain: subdomains, look-alikes and reputation beside the ' +
        'plain one, with written advice.',
      asks: [
        'deeper domain audit with subdomains, look-alike domains and reputation',
        'domain audit pro: typosquats of my domain and what lists say of it',
      ],
      examples: [{ input: { domain: 'example.com' }, at: '2026-01-10T00:00:00Z' }],
      plan: null,
    },
  },

  async gather({ domain }, tools) {
    const plain = await domainParts(domain, tools)
    const part = domainPart(domain, tools)
    const answerOf = (id: string) => plain.find((one) => one.id === id)?.answer ?? null
    const names = listOf(answerOf('exposure'), 'hostnames').filter((name) => name !== domain)
    const [address] = listOf(answerOf('dns'), 'a')
    const candidates = deep.lookalikesOf(domain).slice(0, LOOKALIKES_MAX)
    const [taken, phishing, ip, subdomains, pages] = await Promise.all([
      ifThere(tools, 'Look-alikes', 'domain-available', { domains: candidates }),
      ifThere(tools, 'Phishing lists', 'phishing-site', { url: `https://${domain}/` }),
      address === undefined ? null : ifThere(tools, 'Address', 'ip-reputation', { ip: address }),
      deep.resolved(names.filter((name) => !name.startsWith('*')).slice(0, SUBDOMAINS_MAX), tools),
      pagesOn([`${domain} reputation breach reviews`], PAGES_MAX, tools),
    ])
    const reputation = phishing || ip ? { phishing, address: ip } : null
    const parts: readonly AuditPart[] = [
      ...plain,
      part('subdomains', 'Subdomains', { rows: [...subdomains] }, deep.subdomainsRead),
      part('lookalikes', 'Look-alikes', taken, deep.lookalikesRead),
      part('reputation', 'Reputation', reputation, deep.reputationRead),
    ]
    return { parts, pages, subdomains, taken, reputation }
  },

  async compose(gathered, { given: { domain }, tools }, used) {
    const { parts, pages, subdomains, taken, reputation } = gathered
    const { sections, fields } = gradedDomain(parts, domain, tools)
    const records = parts.flatMap(({ source }) => source ?? [])
    const sources: readonly Source[] = [...records, ...pages]
    const outline: Outline[] = [
      {
        id: 'advice',
        title: 'What it comes to',
        question: `${domain} finding certificate mail header missing registration ends`,
        words: 200,
        style: 'Say what matters most and why, for the owner of the domain.',
      },
      {
        id: 'said',
        title: 'What others write',
        question: `${domain} breach reviews reputation customers complaint`,
        words: 150,
      },
    ]
    const { draft, made } = await writtenReport(
      // The audit is complete without pages of others, so it needs none.
      { subject: domain, outline, sources, before: sections, sourcesLeast: 0, wordsLeast: 0 },
      used.writer,
      tools,
    )
    return {
      draft: { title: `Audit of ${domain}, pro`, ...draft },
      fields: {
        ...fields,
        subdomains: [...subdomains],
        reputation: reputation ?? {},
        lookalikes: [...rowsOf(taken, 'results')],
      },
      made: { ...made, sourcesConsulted: sources.length },
    }
  },
})
