import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, fact, figure, flag, listOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Named = z.object({ kode: fact, beskrivelse: fact }).nullish()

const Unit = z.object({
  organisasjonsnummer: z.string(),
  navn: z.string(),
  organisasjonsform: Named,
  registreringsdatoEnhetsregisteret: day,
  slettedato: day,
  naeringskode1: Named,
  antallAnsatte: figure,
  harRegistrertAntallAnsatte: flag,
  forretningsadresse: z
    .object({
      // Some of its lines are null or empty.
      adresse: listOf(fact).transform((lines) => lines.filter((line) => line !== null)),
      postnummer: fact,
      poststed: fact,
      land: fact,
    })
    .nullish(),
  konkurs: flag,
  underAvvikling: flag,
  underTvangsavviklingEllerTvangsopplosning: flag,
})

export type NorwegianUnit = z.output<typeof Unit>

/** The list is left out if nothing matches. */
const Found = z.object({
  _embedded: z.object({ enheter: rowsOf(Unit) }).optional(),
  page: z.object({ totalElements: z.int() }),
})

export const brreg = defineUpstream({
  name: 'brreg',
  title: 'Brønnøysundregistrene',
  attribution: 'Brønnøysundregistrene (NLOD 2.0)',
  terms: 'https://data.brreg.no/enhetsregisteret/api/dokumentasjon/en/index.html',
  texts: 'public',
  base: 'https://data.brreg.no',
  limits: { timeoutMs: 12_000, bytesMax: 2_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async named(navn: string, size: number) {
      const query = { navn, size }
      const found = await http.json('/enhetsregisteret/api/enheter', Found, { query })
      return { units: found._embedded?.enheter ?? [], total: found.page.totalElements }
    },
  }),
})
