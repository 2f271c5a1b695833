import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, fact, listOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

/** The list is left out if nothing matches. */
const Found = z.object({
  count: z.int(),
  results: listOf(
    z.object({
      document_number: z.string(),
      title: z.string(),
      type: z.string(),
      abstract: fact,
      agencies: listOf(z.object({ name: fact, raw_name: fact })),
      publication_date: day,
      effective_on: day,
      html_url: z.string(),
    }),
  ),
})

const FIELDS = [
  'document_number',
  'title',
  'type',
  'abstract',
  'agencies',
  'publication_date',
  'effective_on',
  'html_url',
]

export const federalRegister = defineUpstream({
  name: 'federal-register',
  title: 'Federal Register',
  terms: 'https://www.federalregister.gov/developers/documentation/api/v1',
  texts: 'own',
  base: 'https://www.federalregister.gov',
  limits: { timeoutMs: 15_000, bytesMax: 4_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  refusals: { 400: () => badInput('q: the Federal Register refuses this search.') },
  api: (http) => ({
    /** Newest first. */
    async documents(term: string, type: string | undefined, since: string | undefined, n: number) {
      const query = {
        'conditions[term]': term,
        'conditions[type][]': type,
        'conditions[publication_date][gte]': since,
        'fields[]': FIELDS,
        order: 'newest',
        per_page: n,
      }
      return http.json('/api/v1/documents.json', Found, { query })
    },
  }),
})
