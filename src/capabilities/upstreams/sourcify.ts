import { z } from 'zod'
import { badInput, Fault, notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { isObject, objectIn } from '../../base/lib/json-object.ts'
import { membersOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Contract = z.object({
  match: z.string().nullable(),
  abi: z.array(z.unknown()).nullish(),
  sources: membersOf(z.object({ content: z.string() })).nullish(),
  compilation: z
    .object({
      name: z.string().nullish(),
      compiler: z.string().nullish(),
      compilerVersion: z.string().nullish(),
      fullyQualifiedName: z.string().nullish(),
    })
    .nullish(),
  proxyResolution: z
    .object({
      isProxy: z.boolean().nullish(),
      proxyType: z.string().nullish(),
      implementations: z.array(z.object({ address: z.string() })).nullish(),
    })
    .nullish(),
})
export type VerifiedContract = z.output<typeof Contract>

/** Contracts whose published source compiles to the code on the chain. */
export const sourcify = defineUpstream({
  name: 'sourcify',
  title: 'Sourcify',
  terms: 'https://docs.sourcify.dev/docs/repository/',
  texts: 'public',
  base: 'https://sourcify.dev',
  limits: { timeoutMs: 15_000, bytesMax: 12_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  keepBytesMax: 24 * 1024 * 1024,
  refusals: { 404: unknown, 400: unknown },
  api: (http) => ({
    /** Throws `not_found` if it is not verified. */
    async contract(chainId: number, address: string): Promise<VerifiedContract> {
      const path = `/server/v2/contract/${chainId}/${address}`
      const fields = 'abi,sources,compilation,proxyResolution'
      return http.json(path, Contract, { query: { fields } })
    },
  }),
})

/** Two kinds of 404: an unknown chain, and a contract that nobody has verified. */
function unknown(body: string): Fault {
  const said = objectIn(body)
  if (!isObject(said)) return new Fault('upstream_failed', 'Sourcify answered in an unknown shape.')
  return said['customCode'] === 'unsupported_chain'
    ? badInput('network: must be one that Sourcify verifies contracts of.')
    : notFound('address: nobody has published its source at Sourcify.')
}
