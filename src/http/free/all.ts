import { createHash, timingSafeEqual } from 'node:crypto'
import { createLimit } from '../../call/limits.ts'
import { Fault, notFound } from '../../core/fault.ts'
import { bearerOf } from '../../payments/credits.ts'
import { allPages, allSurfaces } from '../../surfaces/all.ts'
import type { Endpoint, EndpointDefinition, FreeParts } from '../endpoint.ts'
import { balance } from './credits.ts'
import { find } from './find.ts'
import { health, operatorHealth } from './health.ts'
import { job } from './jobs.ts'
import { countTokens, models, tierModels } from './models.ts'
import { challenge } from './pow.ts'
import { reliability, stats } from './stats.ts'
import { surfaceEndpoint } from './surfaces.ts'
import { toolPageEndpoint } from './tool-pages.ts'

/** Every endpoint that answers without the till, documents and pages apart. */
export const FREE_ENDPOINTS: readonly EndpointDefinition[] = [
  find,
  challenge,
  balance,
  job,
  models,
  tierModels,
  countTokens,
  health,
  stats,
  reliability,
  operatorHealth,
]

/** The routes of everything that is free. */
export function allFree(parts: FreeParts): readonly Endpoint[] {
  const { shop } = parts
  const guard = operatorGuard(parts)
  return [
    ...FREE_ENDPOINTS.flatMap(({ methods, path, access, open }) => {
      const handle = access === 'operator' ? guard(open(parts)) : open(parts)
      return methods.map((method) => ({ method, path, handle }))
    }),
    ...[...allSurfaces, ...allPages].map((surface) => surfaceEndpoint(surface, shop)),
    toolPageEndpoint(shop),
  ]
}

const WRONG_TOKENS_PER_MINUTE = 10

/** Lets in who has the operator's token. Without that setting, nothing is there. */
function operatorGuard({ config, stores, now }: FreeParts) {
  const { OPERATOR_TOKEN: token } = config
  const wrong = createLimit('wrong operator tokens', WRONG_TOKENS_PER_MINUTE, { ...stores, now })
  return (handle: Endpoint['handle']): Endpoint['handle'] =>
    async (request, params) => {
      if (token === undefined) throw notFound('There is nothing here: OPERATOR_TOKEN is not set.')
      await wrong.assert(request.client)
      const given = bearerOf(request.header('authorization'))
      if (given === null || !isSame(given, token)) {
        await wrong.take(request.client)
        throw new Fault('unauthorized', 'Send Authorization: Bearer <OPERATOR_TOKEN>.', {
          headers: [['www-authenticate', 'Bearer realm="operator"']],
        })
      }
      return handle(request, params)
    }
}

/** Takes the same time wherever two texts differ. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
