import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { defineUpstream } from './define.ts'

const Answer = z.object({
  isValid: z.boolean().nullish(),
  valid: z.boolean().nullish(),
  requestDate: z.string().nullish(),
  requestIdentifier: z.string().nullish(),
  userError: z.string().nullish(),
  name: z.string().nullish(),
  address: z.string().nullish(),
  errorWrappers: z.array(z.object({ error: z.string() })).nullish(),
})

export interface VatEntry {
  readonly registered: boolean
  /** Null if the member state gives none. */
  readonly name: string | null
  readonly address: string | null
  readonly requestId: string | null
}

/** The member states write three hyphens for a missing value. */
const knownText = (value: string | null | undefined): string | null =>
  value === null || value === undefined || /^[-\s]*$/.test(value) ? null : value.trim()

/** The VAT registers of the European Union, asked through the Commission's exchange. */
export const vies = defineUpstream({
  name: 'vies',
  title: 'VIES',
  terms: 'https://ec.europa.eu/taxation_customs/vies/#/disclaimer',
  texts: 'public',
  base: 'https://ec.europa.eu',
  limits: { timeoutMs: 20_000, bytesMax: 100_000, perSecond: 2 },
  api: (http) => ({
    async check(countryCode: string, vatNumber: string): Promise<VatEntry> {
      const answer = await http.json('/taxation_customs/vies/rest-api/check-vat-number', Answer, {
        method: 'POST',
        json: { countryCode, vatNumber },
      })
      const error = answer.errorWrappers?.[0]?.error ?? answer.userError ?? 'VALID'
      const registered = answer.valid ?? answer.isValid
      if (error === 'INVALID_INPUT')
        throw badInput('vat: VIES says that this cannot be a VAT number of that country.')
      // A register that is closed for the night does not say that a number is unregistered.
      if (!/^(VALID|INVALID)$/.test(error) || typeof registered !== 'boolean')
        throw new Fault('upstream_unreachable', `VIES cannot answer now: ${error.slice(0, 80)}.`)
      return {
        registered,
        name: knownText(answer.name),
        address: knownText(answer.address),
        requestId: knownText(answer.requestIdentifier),
      }
    },
  }),
})
