import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, fact, listOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Officer = z.object({
  nom: fact,
  prenoms: fact,
  denomination: fact,
  qualite: fact,
})

const Found = z.object({
  total_results: z.int(),
  results: rowsOf(
    z.object({
      siren: z.string(),
      nom_complet: z.string(),
      nature_juridique: fact,
      etat_administratif: fact,
      activite_principale: fact,
      tranche_effectif_salarie: fact,
      date_creation: day,
      siege: z.object({ adresse: fact }).nullish(),
      dirigeants: listOf(Officer),
    }),
  ),
})

export type FrenchCompany = z.output<typeof Found>['results'][number]

/** Most results per page. */
const PAGE_MAX = 25

export const rechercheEntreprises = defineUpstream({
  name: 'recherche-entreprises',
  title: 'Annuaire des Entreprises',
  attribution: 'Annuaire des Entreprises, Insee, INPI (Licence Ouverte 2.0)',
  terms: 'https://recherche-entreprises.api.gouv.fr/docs/',
  texts: 'public',
  base: 'https://recherche-entreprises.api.gouv.fr',
  limits: { timeoutMs: 12_000, bytesMax: 4_000_000, perSecond: 5, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  refusals: {
    400: () => badInput('q: must have words of at least three letters for the French register.'),
  },
  api: (http) => ({
    async named(q: string, limit: number) {
      const query = { q, page: 1, per_page: Math.min(limit, PAGE_MAX) }
      return http.json('/search', Found, { query })
    },
  }),
})
