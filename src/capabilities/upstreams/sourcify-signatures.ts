import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { membersOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Signatures = z.array(z.object({ name: z.string().max(10_000) })).nullable()
const Lookup = z.object({
  ok: z.literal(true),
  result: z.object({
    function: membersOf(Signatures).nullish(),
    event: membersOf(Signatures).nullish(),
  }),
})

/** Signatures of verified contracts and of the former 4byte directory, by their hashes. */
export const sourcifySignatures = defineUpstream({
  name: 'sourcify-signatures',
  title: 'Sourcify 4byte',
  terms: 'https://docs.sourcify.dev/docs/repository/signature-database',
  texts: 'public',
  base: 'https://api.4byte.sourcify.dev',
  limits: { timeoutMs: 8_000, bytesMax: 500_000, perSecond: 10 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** By four bytes for functions and errors, by 32 for events. */
    async lookup(kind: 'function' | 'event', hash: string): Promise<readonly string[]> {
      const query = { [kind]: hash, filter: true }
      const { result } = await http.json('/signature-database/v1/lookup', Lookup, { query })
      return (result[kind]?.[hash] ?? []).map(({ name }) => name)
    },
  }),
})
