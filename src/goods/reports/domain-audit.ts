import { z } from 'zod'
import { registrable } from '../../base/lib/domain-name.ts'
import { toolRunner } from './_report-tools.ts'
import { domainFields, domainParts, gradedDomain } from './_domain.ts'
import { defineReport, formatField } from './_report.ts'

export default defineReport({
  body: z.object({
    domain: registrable().describe('Domain such as example.com; a host or a URL is cut to it.'),
    format: formatField,
  }),
  fields: domainFields,
  uses: { runner: toolRunner },
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
        'is our domain set up safely',
        'security check of our company site',
      ],
      examples: [{ input: { domain: 'example.com' }, at: '2026-01-10T00:00:00Z' }],
      plan: null,
    },
  },

  gather: ({ domain }, tools) => domainParts(domain, tools),

  compose(parts, { given: { domain }, tools }) {
    const { sections, fields } = gradedDomain(parts, domain, tools)
    return { draft: { title: `Audit of ${domain}`, sections }, fields }
  },
})
