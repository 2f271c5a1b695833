import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { statuspage } from '../../../../capabilities/upstreams/statuspage.ts'
import { STATUS_HOSTS, statusHostOf } from './_status-hosts.ts'

const COMPONENTS_MAX = 300
const UPDATE_CHARACTERS = 1_000

const KNOWN = Object.keys(STATUS_HOSTS)

export default defineTool({
  route: 'GET /api/service-status',
  name: 'Service status',
  description:
    'Whether a cloud or developer service is down: the indicator, components and outages of its live status page.',
  asks: [
    'is this cloud service down right now',
    'current outages on the status page of a provider',
    'is GitHub down',
    'outage at AWS',
    'does Slack have problems',
  ],
  price: '$0.002',
  uses: { statuspage },
  input: z.object({
    service: searchText(253).describe(
      `Name of one of ${KNOWN.length} services, such as github, openai or cloudflare, or a host that ends in .statuspage.io.`,
    ),
  }),
  output: z.object({
    service: z.string().describe('Name of the service on its page.'),
    indicator: z
      .enum(['none', 'minor', 'major', 'critical', 'maintenance'])
      .describe('Overall severity.'),
    description: z.string(),
    components: z.array(
      z.object({
        name: z.string(),
        status: z.string().describe('Status, such as operational or major_outage.'),
      }),
    ),
    incidents: z
      .array(
        z.object({
          name: z.string(),
          status: z.string(),
          impact: nullableText(),
          startedIso: nullableText(),
          updatedIso: nullableText(),
          lastUpdate: nullableText().describe('Text of the last update.'),
          url: nullableText(),
        }),
      )
      .describe('Incidents that are not resolved.'),
    pageUrl: z.string(),
    updatedIso: nullableText().describe('When the page last changed.'),
  }),
  examples: [
    {
      input: { service: 'github' },
      at: '2026-01-20T12:40:00Z',
      output: {
        service: 'GitHub',
        indicator: 'minor',
        description: 'Partially Degraded Service',
        components: [{ name: 'Git Operations', status: 'degraded_performance' }],
        incidents: [
          {
            name: 'Slow pushes',
            status: 'investigating',
            impact: 'minor',
            startedIso: '2026-01-20T12:00:00.000Z',
            updatedIso: '2026-01-20T12:30:00.000Z',
            lastUpdate: 'We continue to look.',
            url: 'https://stspg.io/abc',
          },
        ],
        pageUrl: 'https://www.githubstatus.com',
        updatedIso: '2026-01-20T12:34:56.789Z',
        source: 'Statuspage',
        asOf: '2026-01-20T12:40:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ service }, { statuspage }) {
    const host = statusHostOf(service)
    if (host === null)
      throw badInput(`service: must be a host under statuspage.io or one of ${KNOWN.join(', ')}.`)
    const { page, status, components, incidents } = await statuspage.summary(host)
    return {
      service: page.name,
      indicator: status.indicator,
      description: status.description,
      components: components
        .filter(({ group }) => !group)
        .slice(0, COMPONENTS_MAX)
        .map((component) => ({ name: component.name, status: component.status })),
      incidents: incidents.map((incident) => ({
        name: incident.name,
        status: incident.status,
        impact: incident.impact,
        startedIso: incident.created_at,
        updatedIso: incident.updated_at,
        lastUpdate: incident.incident_updates[0]?.body?.slice(0, UPDATE_CHARACTERS) ?? null,
        url: incident.shortlink,
      })),
      pageUrl: page.url,
      updatedIso: page.updated_at,
    }
  },
})
