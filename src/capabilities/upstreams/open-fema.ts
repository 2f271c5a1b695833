import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Declarations = z.object({
  DisasterDeclarationsSummaries: rowsOf(
    z.object({
      disasterNumber: z.int(),
      declarationTitle: z.string(),
      incidentType: z.string(),
      declarationDate: z.string(),
      designatedArea: z.string().nullish(),
      ihProgramDeclared: z.boolean(),
      iaProgramDeclared: z.boolean(),
      paProgramDeclared: z.boolean(),
      hmProgramDeclared: z.boolean(),
    }),
  ),
})

export type Declaration = z.output<typeof Declarations>['DisasterDeclarationsSummaries'][number]

export interface DeclarationQuery {
  readonly state: string
  /** Day, YYYY-MM-DD. */
  readonly since?: string | undefined
  readonly incidentType?: string | undefined
  readonly limit: number
}

/** A quote within a text is doubled. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** One row for each county of a disaster. */
export const openFema = defineUpstream({
  name: 'open-fema',
  title: 'OpenFEMA',
  attribution:
    'OpenFEMA (FEMA cannot vouch for the data or analyses derived from these data after they have been retrieved)',
  terms: 'https://www.fema.gov/about/openfema/terms-conditions',
  texts: 'own',
  base: 'https://www.fema.gov',
  limits: { timeoutMs: 15_000, bytesMax: 2_000_000, perSecond: 2 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async declarations({ state, since, incidentType, limit }: DeclarationQuery) {
      const conditions = [
        `state eq ${quoted(state)}`,
        ...(since ? [`declarationDate ge ${quoted(`${since}T00:00:00.000Z`)}`] : []),
        ...(incidentType ? [`incidentType eq ${quoted(incidentType)}`] : []),
      ]
      const query = {
        $filter: conditions.join(' and '),
        $orderby: 'declarationDate desc',
        $top: limit,
      }
      const found = await http.json('/api/open/v2/DisasterDeclarationsSummaries', Declarations, {
        query,
      })
      return found.DisasterDeclarationsSummaries
    },
  }),
})
