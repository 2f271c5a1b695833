import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { agreedSetting } from './_agreed.ts'
import { numeric } from './_facts.ts'
import { defineUpstream } from './define.ts'

/** Flags are "1" and "0"; an unknown one is missing or empty. */
const Flag = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === '' ? null : String(value) === '1'))

const Address = z.object({
  phishing_activities: Flag,
  stealing_attack: Flag,
  mixer: Flag,
  honeypot_related_address: Flag,
  fake_token: Flag,
  sanctioned: Flag,
  darkweb_transactions: Flag,
  cybercrime: Flag,
  money_laundering: Flag,
  number_of_malicious_contracts_created: numeric.pipe(z.int()).nullish().catch(null),
  data_source: z.string().nullish(),
})

const Approval = z.object({
  token_address: z.string(),
  token_symbol: z.string().nullish(),
  /** In units of the token. */
  balance: z.string().nullish(),
  approved_list: z.array(
    z.object({
      approved_contract: z.string(),
      approved_amount: z.string(),
      approved_time: z.number().nullish(),
      address_info: z
        .object({
          contract_name: z.string().nullish(),
          tag: z.string().nullish(),
          doubt_list: z.number().nullish(),
          malicious_behavior: z.array(z.unknown()).nullish(),
        })
        .nullish(),
    }),
  ),
})

const answerOf = <S extends z.ZodType>(result: S) =>
  z.object({ code: z.int(), message: z.string().nullish(), result: result.nullish() })

export type AddressFlags = z.output<typeof Address>
export type TokenApproval = z.output<typeof Approval>

const OK = 1
/** Refusals that pass, by their code: the address is being indexed, or too much was asked. */
const PASSING_SECONDS: Readonly<Record<number, number>> = { 2: 15, 4029: 60 }

export const goplus = defineUpstream({
  name: 'goplus',
  title: 'GoPlus',
  terms: 'https://gopluslabs.io/terms-of-use',
  texts: 'public',
  base: 'https://api.gopluslabs.io',
  settings: [agreedSetting('GOPLUS_AGREED', 'GoPlus', 'required')],
  limits: { timeoutMs: 15_000, bytesMax: 4_000_000, perSecond: 0.5, among: 'replicas' },
  cacheTtlMs: MINUTE_MS,
  api: (http) => ({
    async address(address: string, chainId: number): Promise<AddressFlags> {
      const path = `/api/v1/address_security/${address}`
      return taken(await http.json(path, answerOf(Address), { query: { chain_id: chainId } }))
    },
    async approvals(address: string, chainId: number): Promise<readonly TokenApproval[]> {
      const path = `/api/v2/token_approval_security/${chainId}`
      const asked = { query: { addresses: address } }
      return taken(await http.json(path, answerOf(z.array(Approval)), asked))
    },
  }),
})

/** A failure has status 200 and a code in the body. */
function taken<T>({
  code,
  message,
  result,
}: {
  code: number
  message?: string | null | undefined
  result?: T | null | undefined
}): T {
  if (code === OK && result != null) return result
  const why = message ? `: ${message.slice(0, 200)}` : ''
  const retryAfterSeconds = PASSING_SECONDS[code]
  throw new Fault(
    'upstream_failed',
    `GoPlus gave no answer (${code})${why}.`,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  )
}
