import { z } from 'zod'
import type { Capability, Host, CallContext } from '../../base/core/capability.ts'
import type { Db } from '../../base/core/db.ts'
import { deferEffect, type DeferredEffect } from '../../base/core/deferred-effect.ts'
import { readSetting, type Setting } from '../../base/core/setting.ts'
import { openVectors, VECTOR_SETTINGS } from '../llm/embeddings.ts'
import { createGrantStore, type GrantStore } from '../../stores/memory-grants.ts'
import { hashOfEntry, readLog, type LogEntry } from '../../stores/memory-log.ts'
import { findSpace, type Room } from '../../stores/memory-spaces.ts'
import { createTextStore } from '../../stores/memory-texts.ts'
import { createValueStore, type ValueStore } from '../../stores/memory-values.ts'
import { assertGranted } from './access.ts'
import {
  effectHandler,
  spaceNameOf,
  type AnswerOf,
  type Command,
  type WhatOf,
  type CommandName,
} from './effect-handler.ts'
import { bytesOfVector, vectorOf } from './vectors.ts'
import { recall, type RecallQuery, type Ranked } from './recall.ts'

/** The actor and its namespace: by default its own. */
export interface Actor {
  readonly wallet: string
  readonly owner: string | undefined
}

/** What agents remember: namespaces that belong to wallets. */
export interface Memory {
  readonly quota: Room
  readonly values: ValueStore
  readonly grants: GrantStore
  /** The namespace that this actor may read. Throws `forbidden`. */
  readable(actor: Actor): Promise<string>
  /** Defers a change until the call is paid. */
  defer<N extends CommandName>(name: N, actor: Actor, what: WhatOf<N>): DeferredEffect<AnswerOf<N>>
  usage(ns: string): Promise<Room>
  /** One page of the log, newest first. */
  log(ns: string, page: { before: number; limit: number }): Promise<LogPage>
  recall(query: RecallQuery): Promise<Ranked>
  /** Null where no model makes vectors, or none does now. */
  vectorOf(text: string): Promise<WhatOf<'remember'>['vector']>
}

export interface LogPage {
  readonly entries: readonly LogEntry[]
  /** Hash of the newest entry. */
  readonly headHash: string
  /** Every entry on the page has the right hash, and follows the one before it. */
  readonly verified: boolean
}

const NAME = 'memory'
const KEYS_MAX = 10_000
const BYTES_MAX = 32 * 1024 * 1024

const atLeastOne = z.coerce.number().int().positive({ error: 'must be a whole number above 0' })

const KEYS = {
  name: 'MEMORY_MAX_NS_KEYS',
  description: 'Keys that one memory namespace may hold. Default: 10,000.',
  schema: atLeastOne,
} as const satisfies Setting<number>

const BYTES = {
  name: 'MEMORY_MAX_NS_BYTES',
  description: 'Bytes of values that one memory namespace may hold. Default: 32 MB.',
  schema: atLeastOne,
} as const satisfies Setting<number>

export const memory: Capability<Memory> = {
  name: NAME,
  texts: 'some',
  settings: [KEYS, BYTES, ...VECTOR_SETTINGS],
  open,
  effectHandler,
}

function open(host: Host): (call: CallContext) => Memory {
  const { db, now } = host
  const quota: Room = {
    keys: readSetting(host.setting, KEYS) ?? KEYS_MAX,
    bytes: readSetting(host.setting, BYTES) ?? BYTES_MAX,
  }
  const vectors = openVectors(host)
  const grants = createGrantStore(db)
  const texts = createTextStore(db)
  const values = createValueStore(db)
  const lasting = {
    quota,
    grants,
    values,
    defer<N extends CommandName>(name: N, { wallet, owner = wallet }: Actor, what: WhatOf<N>) {
      const command: Command = { name, actor: wallet, owner, quota, what }
      return deferEffect<AnswerOf<N>>(NAME, spaceNameOf(command), command)
    },
    async usage(ns: string) {
      const { keys, bytes } = await findSpace(db, ns)
      const gone = await values.expired(ns, now())
      return { keys: keys - gone.count, bytes: bytes - gone.bytes }
    },
    log: (ns: string, page: { before: number; limit: number }) => logPage(db, ns, page),
  }
  return (call) => ({
    ...lasting,
    async readable({ wallet, owner = wallet }: Actor) {
      if (owner === wallet) return owner
      assertGranted('read', { wallet, owner }, await grants.find(owner, wallet, now()))
      call.sources?.readPublicText()
      return owner
    },
    recall: (query) => recall({ texts, vectors }, query, call),
    async vectorOf(text) {
      const vector = await vectorOf(vectors, text, call)
      return (
        vector && { model: vector.model, base64: bytesOfVector(vector.values).toString('base64') }
      )
    },
  })
}

/** The head is read first, so a page that grows meanwhile still ends where it says. */
async function logPage(
  db: Db,
  ns: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<LogPage> {
  const { head, seq } = await findSpace(db, ns)
  const entries = await readLog(db, ns, { before: Math.min(before, seq + 1), limit })
  const isSound = entries.every((entry, at) => {
    const next = entries[at - 1]
    const follows = next ? next.prevHash === entry.hash : entry.seq < seq || entry.hash === head
    return follows && hashOfEntry(entry) === entry.hash
  })
  return { entries, headHash: head, verified: isSound }
}
