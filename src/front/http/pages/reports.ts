import { z } from 'zod'
import type { ReportData } from '../../pages/report.ts'

const Cell = z.union([z.string(), z.number(), z.null()])

const Drawn = z.object({
  kind: z.enum(['bars', 'lines', 'rows']),
  labels: z.int().min(0),
  values: z.array(z.int().min(0)).min(1),
  says: z.string(),
})

const Report = z.object({
  sections: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        sentences: z.array(z.object({ text: z.string(), citations: z.array(z.int()) })),
        table: z.string().optional(),
      }),
    )
    .min(1),
  sources: z.array(
    z.object({
      n: z.int(),
      title: z.string(),
      url: z.string(),
      publisher: z.string().nullish(),
      publishedAt: z.string().nullish(),
      retrievedAt: z.string(),
      sha256: z.string(),
      quotes: z.array(z.object({ id: z.string(), text: z.string() })),
    }),
  ),
  tables: z
    .array(
      z.object({
        name: z.string(),
        label: z.string(),
        columns: z.array(z.string()),
        rows: z.array(z.array(Cell)),
        chart: Drawn.optional(),
      }),
    )
    .default([]),
})

/** The report in an answer; null if it is not one. */
export function reportIn(answer: string): ReportData | null {
  const { data } = Report.safeParse(JSON.parse(answer))
  return data ?? null
}
