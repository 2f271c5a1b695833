import type { Ending, Script } from '../core/db.ts'
import type { Doer, Done, Occasion } from '../core/deed.ts'
import { Fault } from '../core/fault.ts'
import { grantOf } from '../stores/memory-grants.ts'
import { releaseRoom, reserveRoom, type Need, type Room } from '../stores/memory-spaces.ts'
import { assertGranted } from './access.ts'
import { grant, revoke } from './grants.ts'
import { collect, inboxOf, send } from './inbox.ts'
import { acknowledge, pop, push } from './queues.ts'
import { draw } from './rate-limit.ts'
import { enter, NOTHING, type Space } from './space.ts'
import { forget, remember } from './texts.ts'
import { increment, remove, swap, write, writeAll } from './values.ts'
import type { Work } from './work.ts'

const WORKS = {
  write,
  writeAll,
  remove,
  increment,
  swap,
  grant,
  revoke,
  send,
  collect,
  remember,
  forget,
  push,
  pop,
  acknowledge,
  draw,
} as const

/** The namespace that an order contends for. */
export const spaceNameOf = ({ name, owner }: Pick<Order, 'name' | 'owner'>): string =>
  ON_INBOX.has(name) ? inboxOf(owner) : owner

/** Works on the inbox of a wallet, which is no part of its namespace. */
const ON_INBOX: ReadonlySet<WorkName> = new Set(['send', 'collect'])

export type WorkName = keyof typeof WORKS
export type WhatOf<N extends WorkName> =
  (typeof WORKS)[N] extends Work<infer What, unknown> ? What : never
export type AnswerOf<N extends WorkName> =
  (typeof WORKS)[N] extends Work<never, infer Answer> ? Answer : never

/** A change that somebody wants made, as plain data. */
export interface Order {
  readonly name: WorkName
  readonly actor: string
  readonly owner: string
  /** What the namespace may hold. */
  readonly quota: Room
  readonly what: unknown
}

export const doer: Doer = { perform, reserve, fulfil, forgo: releaseRoom }

function* perform(order: Order, occasion: Occasion): Script<Done> {
  const space = yield* spaceOf(order, occasion)
  yield* checked(space, order)
  return space.done(yield* workOf(order).perform(space, order.what))
}

function* reserve(
  order: Order,
  occasion: Occasion & { readonly until: number },
): Script<Ending<void>> {
  const space = yield* spaceOf(order, occasion)
  const { callId, until } = occasion
  for (const need of yield* checked(space, order)) {
    space.writes.push(reserveRoom({ callId, ns: space.ns, until }, need))
  }
  return space.done(undefined)
}

function* fulfil(order: Order, occasion: Occasion): Script<Done> {
  const space = yield* spaceOf(order, occasion)
  space.writes.push(releaseRoom(occasion.callId))
  return space.done(yield* workOf(order).perform(space, order.what))
}

function* spaceOf(order: Order, { now }: Occasion): Script<Space> {
  const { actor, what } = order
  const reads = workOf(order).reads?.(what) ?? NOTHING
  return yield* enter({ ns: spaceNameOf(order), actor, now }, reads)
}

function* checked(space: Space, order: Order): Script<readonly Need[]> {
  const { actor, owner, quota, what } = order
  const { allows, check } = workOf(order)
  if (actor !== owner && allows !== 'anyone') {
    if (allows === 'owner') throw new Fault('forbidden', `Only ${owner} may do this.`)
    const held = yield* grantOf(owner, actor, space.now)
    assertGranted('readwrite', { wallet: actor, owner }, held)
  }
  const needs = yield* check(space, what)
  if (needs.length > 0) yield* space.assertRoom(needs, quota)
  return needs
}

/** An order is made by `will`, which pairs each name with its own kind of what. */
const workOf = ({ name }: Order): Work<unknown, unknown> => WORKS[name]
