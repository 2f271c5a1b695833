import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { launchLibrary, type Launch } from '../../../../capabilities/upstreams/launch-library.ts'
import { limitOf } from './_fields.ts'

export default defineTool({
  route: 'GET /api/space-launches',
  name: 'Space launches',
  description: 'Coming rocket launches with windows and pads.',
  asks: [
    'when is the next rocket launch',
    'upcoming SpaceX launch dates and launch pads',
    'when is the next rocket launch',
    'SpaceX start',
  ],
  price: '$0.002',
  uses: { launchLibrary },
  input: z.object({
    q: searchText(100)
      .optional()
      .describe('Only launches with all of these words in name, provider, rocket, pad or mission.'),
    limit: limitOf(10, 50),
  }),
  output: z.object({
    launches: z.array(
      z.object({
        name: z.string(),
        status: z.string().describe('Status, such as Go for Launch or To Be Determined.'),
        netIso: z.string().nullable().describe('Earliest moment of the launch (NET), UTC.'),
        netPrecision: z
          .string()
          .nullable()
          .describe('Precision of that moment, such as Minute, Day, Month or Quarter 2.'),
        windowStartIso: z.string().nullable(),
        windowEndIso: z.string().nullable(),
        provider: z.string().nullable(),
        rocket: z.string().nullable(),
        pad: z.string().nullable(),
        location: z.string().nullable(),
        mission: z.string().nullable().describe('Purpose of the mission.'),
        updatedIso: z.string().nullable().describe('When this entry last changed.'),
      }),
    ),
    total: z.int().describe('Number of matches among the next hundred launches.'),
    searched: z.int().describe('Number of coming launches that were searched.'),
    planned: z.int().describe('Number of all planned launches.'),
  }),
  examples: [
    {
      input: { limit: 1 },
      at: '2026-01-01T00:00:00Z',
      output: {
        launches: [
          {
            name: 'Vulcan VC2S | Certification Flight 3',
            status: 'Go for Launch',
            netIso: '2026-01-04T10:00:00.000Z',
            netPrecision: 'Minute',
            windowStartIso: '2026-01-04T10:00:00.000Z',
            windowEndIso: '2026-01-04T13:00:00.000Z',
            provider: 'United Launch Alliance',
            rocket: 'Vulcan VC2S',
            pad: 'Space Launch Complex 41',
            location: 'Cape Canaveral SFS, FL, USA',
            mission: 'A test flight.',
            updatedIso: '2025-12-30T12:57:32.000Z',
          },
        ],
        total: 2,
        searched: 2,
        planned: 312,
        source: 'Launch Library 2',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
    { input: { q: 'arianespace' } },
  ],

  async run({ q, limit }, { launchLibrary, now }) {
    const { launches, planned } = await launchLibrary.upcoming()
    const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    // The list is a few minutes old: launches whose window has closed since are left out.
    const coming = launches.filter(({ window_end: end, net }) => !(Date.parse(end ?? net) < now()))
    const found = coming.filter((launch) => {
      const text = textOf(launch)
      return words.every((word) => text.includes(word))
    })
    return {
      launches: found.slice(0, limit).map(launchRow),
      total: found.length,
      searched: coming.length,
      planned,
    }
  },
})

const textOf = ({ name, launch_service_provider: provider, rocket, pad, mission }: Launch) =>
  [name, provider?.name, rocket?.configuration?.full_name, pad?.name, pad?.location?.name]
    .concat([mission?.name, mission?.description])
    .filter(Boolean)
    .join(' ')
    .toLowerCase()

const launchRow = (launch: Launch) => ({
  name: launch.name,
  status: launch.status.name,
  netIso: instantOf(launch.net),
  netPrecision: launch.net_precision?.name ?? null,
  windowStartIso: instantOf(launch.window_start),
  windowEndIso: instantOf(launch.window_end),
  provider: launch.launch_service_provider?.name ?? null,
  rocket: launch.rocket?.configuration?.full_name ?? null,
  pad: launch.pad?.name ?? null,
  location: launch.pad?.location?.name ?? null,
  mission: launch.mission?.description || launch.mission?.name || null,
  updatedIso: instantOf(launch.last_updated),
})

const instantOf = (time: string | null | undefined): string | null =>
  time ? isoTime(Date.parse(time)) : null
