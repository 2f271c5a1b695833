import { isObject } from '../../../base/lib/json-object.ts'

/** Where each wire that seals thoughts holds the seal. */
const FIELDS = { messages: 'signature', responses: 'encrypted_content' } as const
type SealingWire = keyof typeof FIELDS

/** What proves to a provider that thoughts are its own. Providers of other wires refuse it. */
export interface Seal {
  readonly wire: SealingWire
  readonly value: string
}

/** How an answer names thoughts that were left out. */
export const FOREIGN_THOUGHTS = 'thoughts sealed elsewhere'

/** A seal as a wire holds it: that of another wire bears its name, so that it finds back. */
export const sealText = ({ wire, value }: Seal, own: SealingWire): string =>
  wire === own ? value : `${wire}:${value}`

/** Seals are base64, so that a colon is ours. */
export function readSeal(text: string | null | undefined, own: SealingWire): Seal | undefined {
  if (!text) return undefined
  for (const wire of Object.keys(FIELDS) as SealingWire[])
    if (text.startsWith(`${wire}:`)) return { wire, value: text.slice(wire.length + 1) }
  return { wire: own, value: text }
}

/** The seal of a block or an item as a caller sends it; the chat wire knows none. */
export function sealIn(block: unknown, own: SealingWire | 'chat'): Seal | undefined {
  if (!isObject(block) || own === 'chat') return undefined
  const text = block[FIELDS[own]]
  return typeof text === 'string' ? readSeal(text, own) : undefined
}

/** The seal that a provider's block or item ends with, as a piece of its answer. */
export function sealPieces(block: unknown, own: SealingWire) {
  const seal = sealIn(block, own)
  return seal ? [{ kind: 'seal' as const, seal }] : []
}

/**
 * The conversation of a request without thoughts that its own wire has not sealed, because the
 * provider would refuse them; the same object where there are none.
 */
export function ownThoughts(turns: unknown, own: SealingWire | 'chat'): unknown {
  if (own === 'chat' || !Array.isArray(turns)) return turns
  const kept = (turns as unknown[]).flatMap((turn) => turnWithout(turn, own))
  return kept.length === turns.length && kept.every((turn, at) => turn === turns[at]) ? turns : kept
}

function turnWithout(turn: unknown, own: SealingWire): readonly unknown[] {
  if (isForeign(turn, own)) return []
  if (!isObject(turn) || !Array.isArray(turn['content'])) return [turn]
  const blocks = turn['content'] as unknown[]
  const content = blocks.filter((block) => !isForeign(block, own))
  if (content.length === blocks.length) return [turn]
  return content.length > 0 ? [{ ...turn, content }] : []
}

function isForeign(block: unknown, own: SealingWire): boolean {
  if (!isObject(block)) return false
  const seal = sealIn(block, own)
  return block['type'] === 'thinking' ? seal?.wire !== own : seal !== undefined && seal.wire !== own
}
