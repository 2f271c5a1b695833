import { badInput } from '../../base/core/fault.ts'
import {
  countGrants,
  dropGrant,
  grantOf,
  putGrant,
  type GrantMode,
} from '../../stores/memory-grants.ts'
import { nothing, secondsOf, work } from './command-handler.ts'

const GRANTS_MAX = 1_000

interface Granting {
  readonly grantee: string
  readonly mode: GrantMode
  readonly ttlSeconds: number
}

interface Granted {
  readonly owner: string
  readonly grantee: string
  readonly mode: GrantMode
  /** Seconds. */
  readonly expiresAt: number
}

export const grant = work<Granting, Granted>({
  allows: 'owner',
  *check({ ns, now }, { grantee }) {
    const isNew = (yield* grantOf(ns, grantee, now)) === null
    if (isNew && (yield* countGrants(ns, now)) >= GRANTS_MAX)
      throw badInput(`grantee: ${GRANTS_MAX} wallets hold a grant already; revoke one.`)
    return []
  },
  // oxlint-disable-next-line require-yield -- it reads nothing
  *apply(space, { grantee, mode, ttlSeconds }) {
    const { ns: owner, now } = space
    const expires = now + ttlSeconds * 1000
    space.writes.push(putGrant({ owner, grantee, mode, created: now, expires }))
    space.log('grant', grantee, { mode, expiresAt: secondsOf(expires) })
    return { owner, grantee, mode, expiresAt: secondsOf(expires) }
  },
})

export const revoke = work<
  { readonly grantee: string },
  { readonly owner: string; readonly grantee: string; readonly revoked: boolean }
>({
  allows: 'owner',
  check: nothing,
  *apply(space, { grantee }) {
    const { ns: owner, now } = space
    const revoked = (yield* grantOf(owner, grantee, now)) !== null
    if (revoked) {
      space.writes.push(dropGrant(owner, grantee))
      space.log('revoke', grantee, {})
    }
    return { owner, grantee, revoked }
  },
})
