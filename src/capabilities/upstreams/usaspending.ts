import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, fact, figure, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Found = z.object({
  results: rowsOf(
    z.object({
      'Award ID': fact,
      'Recipient Name': fact,
      'Award Amount': figure,
      'Loan Value': figure,
      'Awarding Agency': fact,
      Description: fact,
      'Start Date': day,
      'End Date': day,
      'Issued Date': day,
      generated_internal_id: fact,
    }),
  ),
  page_metadata: z.object({ hasNext: z.boolean() }),
})

/** Codes of different kinds cannot be requested together. */
const KINDS = {
  contracts: { codes: ['A', 'B', 'C', 'D'], amount: 'Award Amount' },
  grants: { codes: ['02', '03', '04', '05'], amount: 'Award Amount' },
  loans: { codes: ['07', '08'], amount: 'Loan Value' },
} as const

export type AwardKind = keyof typeof KINDS

/** Before this day it has no data. */
const EARLIEST = '2007-10-01'
const COMMON = ['Award ID', 'Recipient Name', 'Awarding Agency', 'Description']

export const usaspending = defineUpstream({
  name: 'usaspending',
  title: 'USAspending.gov',
  terms: 'https://www.usaspending.gov/about',
  texts: 'own',
  base: 'https://api.usaspending.gov',
  limits: { timeoutMs: 25_000, bytesMax: 2_000_000, perSecond: 3 },
  refusals: {
    400: () => badInput('q: USAspending.gov refuses this search.'),
    422: () => badInput('q: USAspending.gov refuses this search.'),
  },
  api: (http) => ({
    /** Largest amount first. */
    async awards(word: string, kind: AwardKind, days: { from?: string; to: string }, n: number) {
      const { codes, amount } = KINDS[kind]
      const dates = kind === 'loans' ? ['Issued Date'] : ['Start Date', 'End Date']
      const json = {
        filters: {
          keywords: [word],
          award_type_codes: codes,
          time_period: [{ start_date: days.from ?? EARLIEST, end_date: days.to }],
        },
        fields: [...COMMON, amount, ...dates],
        sort: amount,
        order: 'desc',
        limit: n,
        page: 1,
        subawards: false,
      }
      const path = '/api/v2/search/spending_by_award/'
      const found = await http.json(path, Found, { json, cacheTtlMs: HOUR_MS })
      return { awards: found.results, more: found.page_metadata.hasNext }
    },
  }),
})
