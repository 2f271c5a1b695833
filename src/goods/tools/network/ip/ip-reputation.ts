import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { sansIsc } from '../../../../capabilities/upstreams/sans-isc.ts'
import { torProject } from '../../../../capabilities/upstreams/tor-project.ts'
import { publicIp } from '../../../../base/lib/ip-address.ts'

const ATTACKS_MANY = 100

const date = () => z.iso.date().nullable()

export default defineTool({
  route: 'GET /api/ip-reputation',
  name: 'IP reputation',
  description: 'Attack reports, threat feeds, Tor exit status and a risk hint for an IP address.',
  asks: [
    'is this IP address malicious',
    'check an IP against blocklists and Tor',
    'is this IP attacking us',
    'hacker or Tor',
    'abuse reports',
    'should I block the address',
  ],
  price: '$0.003',
  uses: { sansIsc, torProject },
  input: z.object({ ip: publicIp().describe('A public IPv4 or IPv6 address.') }),
  output: z.object({
    ip: z.string().describe('The address in the form of RFC 5952.'),
    attacks: z.int().describe('Number of hosts that reported attacks from it.'),
    reports: z.int().describe('Packets reported.'),
    firstSeenDate: date().describe('YYYY-MM-DD of the first sighting.'),
    lastSeenDate: date().describe('YYYY-MM-DD of the latest sighting.'),
    threatFeeds: z
      .record(
        z.string(),
        z.object({
          firstSeenDate: date().describe('YYYY-MM-DD of the first sighting.'),
          lastSeenDate: date().describe('YYYY-MM-DD of the latest sighting.'),
        }),
      )
      .describe('Threat feeds that list it.'),
    torExit: z.boolean().describe('Whether it is an exit of the Tor network.'),
    riskHint: z
      .enum(['none', 'low', 'medium', 'high'])
      .describe('high: many attacked hosts, or reports and feeds. It is a hint, not a verdict.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { ip: '185.220.101.1' },
      output: {
        ip: '185.220.101.1',
        attacks: 310,
        reports: 1842,
        firstSeenDate: '2019-04-02',
        lastSeenDate: '2025-12-30',
        threatFeeds: {
          blocklistde22: { firstSeenDate: '2021-01-04', lastSeenDate: '2025-12-29' },
          torexit: { firstSeenDate: '2018-01-01', lastSeenDate: '2025-12-31' },
        },
        torExit: true,
        riskHint: 'high',
        source: 'SANS Internet Storm Center, Tor Project',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ ip }, { sansIsc, torProject }) {
    const [reports, exits] = await Promise.all([sansIsc.reports(ip), torProject.exits()])
    const feeds = Object.entries(reports.threatfeeds ?? {})
    const torExit = exits.has(ip)
    return {
      ip,
      attacks: reports.attacks,
      reports: reports.count,
      firstSeenDate: reports.mindate ?? null,
      lastSeenDate: reports.maxdate ?? null,
      threatFeeds: Object.fromEntries(
        feeds.map(([name, { firstseen, lastseen }]) => [
          name,
          { firstSeenDate: firstseen ?? null, lastSeenDate: lastseen ?? null },
        ]),
      ),
      torExit,
      riskHint: hintOf(reports.attacks, feeds.length, torExit),
    }
  },
})

function hintOf(attacks: number, feeds: number, torExit: boolean) {
  if (attacks >= ATTACKS_MANY || (attacks > 0 && feeds > 0)) return 'high'
  if (feeds > 0 || torExit) return 'medium'
  return attacks > 0 ? 'low' : 'none'
}
