import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { readCsv } from '../../engines/formats/rows.ts'
import { defineUpstream } from './define.ts'

const TITLE = 'European Central Bank'

/** Columns of the CSV that are read; each series has more. */
const Row = z.object({
  KEY: z.string().min(1),
  TIME_PERIOD: z.string().min(1),
  OBS_VALUE: z.string(),
  OBS_STATUS: z.string().default(''),
  TITLE: z.string().default(''),
  TITLE_COMPL: z.string().default(''),
  UNIT: z.string().default(''),
  UNIT_MULT: z.string().default(''),
})
export type EcbRow = z.output<typeof Row>

export interface EcbQuery {
  readonly flow: string
  readonly key: string
  readonly startPeriod?: string | undefined
  readonly endPeriod?: string | undefined
  /** Of each series; all if left out. */
  readonly last?: number | undefined
}

export const ecb = defineUpstream({
  name: 'ecb',
  title: TITLE,
  terms: 'https://www.ecb.europa.eu/services/disclaimer/html/index.en.html',
  texts: 'own',
  base: 'https://data-api.ecb.europa.eu',
  limits: { timeoutMs: 20_000, bytesMax: 8_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    /** Observations of one or more series, by series and then by time. */
    async observations({
      flow,
      key,
      startPeriod,
      endPeriod,
      last,
    }: EcbQuery): Promise<readonly EcbRow[]> {
      const none = () => notFound(`The ECB has no series ${flow}/${key} in that time.`)
      const csv = await http.text(`/service/data/${flow}/${key}`, {
        query: { format: 'csvdata', startPeriod, endPeriod, lastNObservations: last },
        headers: { accept: 'text/csv' },
        refusals: { 400: none, 404: none },
      })
      const { columns, rows } = readCsv(csv, ',')
      const read = z
        .array(Row)
        .safeParse(
          rows.map((cells) =>
            Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])),
          ),
        )
      if (!read.success || !columns.includes('OBS_VALUE'))
        throw new Fault('upstream_failed', `${TITLE} answered in an unknown shape.`)
      return read.data
    },
  }),
})
