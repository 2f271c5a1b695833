import type { Commit, Transaction } from '../../base/core/db.ts'
import type {
  EffectHandler,
  AppliedEffect,
  EffectContext,
} from '../../base/core/deferred-effect.ts'
import { Fault } from '../../base/core/fault.ts'
import { grantOf } from '../../stores/memory-grants.ts'
import { releaseRoom, reserveRoom, type Need, type Room } from '../../stores/memory-spaces.ts'
import { assertGranted } from './access.ts'
import { grant, revoke } from './grants.ts'
import { collect, inboxOf, send } from './inbox.ts'
import { acknowledge, pop, push } from './queues.ts'
import { draw } from './rate-limit.ts'
import { enter, NOTHING, type Space } from './space.ts'
import { forget, remember } from './texts.ts'
import { increment, remove, swap, write, writeAll } from './values.ts'
import type { CommandHandler } from './command-handler.ts'

const COMMANDS = {
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

/** The namespace that a command changes. */
export const spaceNameOf = ({ name, owner }: Pick<Command, 'name' | 'owner'>): string =>
  ON_INBOX.has(name) ? inboxOf(owner) : owner

/** Commands on the inbox of a wallet, which is not part of its namespace. */
const ON_INBOX: ReadonlySet<CommandName> = new Set(['send', 'collect'])

export type CommandName = keyof typeof COMMANDS
export type WhatOf<N extends CommandName> =
  (typeof COMMANDS)[N] extends CommandHandler<infer What, unknown> ? What : never
export type AnswerOf<N extends CommandName> =
  (typeof COMMANDS)[N] extends CommandHandler<never, infer Answer> ? Answer : never

/** A change to a namespace, as plain data. */
export interface Command {
  readonly name: CommandName
  readonly actor: string
  readonly owner: string
  /** The quota of the namespace. */
  readonly quota: Room
  readonly what: unknown
}

export const effectHandler: EffectHandler = { apply, reserve, commit, cancel: releaseRoom }

function* apply(command: Command, effectContext: EffectContext): Transaction<AppliedEffect> {
  const space = yield* spaceOf(command, effectContext)
  yield* checked(space, command)
  return yield* applied(space, command)
}

function* reserve(
  command: Command,
  effectContext: EffectContext & { readonly until: number },
): Transaction<Commit<void>> {
  const space = yield* spaceOf(command, effectContext)
  const { callId, until } = effectContext
  for (const need of yield* checked(space, command)) {
    space.writes.push(reserveRoom({ callId, ns: space.ns, until }, need))
  }
  return space.done(undefined)
}

function* commit(command: Command, effectContext: EffectContext): Transaction<AppliedEffect> {
  const space = yield* spaceOf(command, effectContext)
  space.writes.push(releaseRoom(effectContext.callId))
  return yield* applied(space, command)
}

/** Others write to an inbox, and to the namespaces of others. */
function* applied(space: Space, command: Command): Transaction<AppliedEffect> {
  const { name, actor, owner, what } = command
  const done = space.done(yield* handlerOf(command).apply(space, what))
  return { ...done, hasPublicText: name === 'collect' || actor !== owner }
}

function* spaceOf(command: Command, { now }: EffectContext): Transaction<Space> {
  const { actor, what } = command
  const reads = handlerOf(command).reads?.(what) ?? NOTHING
  return yield* enter({ ns: spaceNameOf(command), actor, now }, reads)
}

function* checked(space: Space, command: Command): Transaction<readonly Need[]> {
  const { actor, owner, quota, what } = command
  const { allows, check } = handlerOf(command)
  if (actor !== owner && allows !== 'anyone') {
    if (allows === 'owner') throw new Fault('forbidden', `Only ${owner} may do this.`)
    const held = yield* grantOf(owner, actor, space.now)
    assertGranted('readwrite', { wallet: actor, owner }, held)
  }
  const needs = yield* check(space, what)
  if (needs.length > 0) yield* space.assertRoom(needs, quota)
  return needs
}

/** `defer` makes the commands, and pairs each name with its own payload. */
const handlerOf = ({ name }: Command): CommandHandler<unknown, unknown> => COMMANDS[name]
