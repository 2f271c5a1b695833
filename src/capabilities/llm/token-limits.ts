import { createHash } from 'node:crypto'
import { badInput } from '../../base/core/fault.ts'
import type { Usd } from '../../base/core/money.ts'
import { tokensOf, type TokenCount } from '../../base/lib/tokens.ts'
import { imagesIn, type Candidate } from './candidates.ts'
import type { Conversation, FilePart, Part } from './conversation.ts'
import { filesIn, isAddress } from './files.ts'

/** The share of a price that the provider may cost. */
export const COST_SHARE = 0.65
/** Fewer tokens are no answer. */
export const OUTPUT_MIN = 32
/** Tokens of one image at most, and what other encodings make of our count, by vendor. */
const VENDORS: Readonly<Record<string, { image: number; factor: number }>> = {
  anthropic: { image: 4_100, factor: 1.35 },
  google: { image: 1_200, factor: 1.15 },
}
const OTHERS = { image: 3_000, factor: 1.15 }

/** Counts the tokens of one conversation, once for all candidates. */
export type Meter = () => Promise<TokenCount>

/** A quote and the call that pays it count the same text: the second one finds the number here. */
const COUNTS_MAX = 4_096

/** Makes meters that remember what was counted lately. */
export function createMeters(): (conversation: Conversation) => Meter {
  const counts = new Map<string, Promise<TokenCount>>()
  function count(text: string): Promise<TokenCount> {
    const key = createHash('sha256').update(text).digest('base64')
    const known = counts.get(key)
    const counted = known ?? tokensOf(text)
    counts.delete(key)
    counts.set(key, counted)
    counted.catch(() => counts.delete(key))
    if (counts.size > COUNTS_MAX) counts.delete(counts.keys().next().value ?? '')
    return counted
  }
  return (conversation) => {
    let counted: Promise<TokenCount> | undefined
    return () => (counted ??= count(sentText(conversation)))
  }
}

/** All content that a provider counts as text; images are not. */
export function sentText({ system, turns, tools, format, beside = '' }: Conversation): string {
  const said = turns.flatMap(({ parts }) => parts.map(textIn))
  const schemas = tools.length > 0 || format ? JSON.stringify([tools, format]) : ''
  return [...system.map(({ text }) => text), ...said, schemas, beside].join('\n')
}

function textIn(part: Part): string {
  if (part.kind === 'text' || part.kind === 'thinking') return part.text
  if (part.kind === 'call') return `${part.name} ${part.arguments}`
  if (part.kind === 'file') return `${part.name ?? ''} ${part.read?.text ?? ''}`
  return part.kind === 'result' ? part.parts.map(textIn).join('\n') : ''
}

function vendorOf({ listed }: Pick<Candidate, 'listed'>) {
  const id = listed?.id ?? ''
  return VENDORS[id.slice(0, Math.max(0, id.indexOf('/')))] ?? OTHERS
}

/** What the encoding of a candidate makes of our count, at most. */
export const factorFor = (candidate: Pick<Candidate, 'listed'>): number =>
  vendorOf(candidate).factor

/** At most how many tokens a model of the table, or the operator's own, makes of a conversation. */
export async function inputTokens(
  { listed }: Pick<Candidate, 'listed'>,
  conversation: Conversation,
  count: Meter,
): Promise<number> {
  const { factor, image } = vendorOf({ listed })
  const text = Math.ceil((await count()).tokens * factor)
  const pages = filesIn(conversation).reduce((sum, { read }) => sum + (read?.pages ?? 0), 0)
  const pictures = imagesIn(conversation).length * image + (listed?.model.files ? pages * PAGE : 0)
  return text + pictures + addressedTokens(conversation) + sealedTokens(conversation)
}

/** Of the picture that a model which reads PDFs makes of each page, beside its text. */
const PAGE = 1_600

/** Of a file that was not fetched yet: nothing is fetched for a quote, and it must not change. */
export const ADDRESSED_TOKENS = 48_000

/** How much a file that was fetched may hold. */
export const FILE_BOUND = {
  tokensMax: ADDRESSED_TOKENS,
  tokensIn: async ({ read }: FilePart) =>
    Math.ceil((await tokensOf(read?.text ?? '')).tokens * 1.35) + (read?.pages ?? 0) * PAGE,
}

const addressedTokens = (conversation: Conversation): number =>
  filesIn(conversation).filter(({ url, read }) => !read && isAddress(url)).length * ADDRESSED_TOKENS

/** Characters of encrypted text per token of its content. */
const SEALED_CHARACTERS = 4

/** About how many tokens hide in thoughts that only their provider can read. */
const sealedTokens = ({ turns }: Conversation): number =>
  turns
    .flatMap(({ parts }) => parts)
    .reduce((sum, part) => sum + Math.ceil(sealedIn(part).length / SEALED_CHARACTERS), 0)

function sealedIn(part: Part): string {
  if (part.kind !== 'thinking') return ''
  const { redacted, seal, text } = part
  // What the responses wire says beside its seal is a summary.
  const hides = seal && (seal.wire === 'responses' || text === '')
  return redacted ?? (hides ? seal.value : '')
}

/** What input costs at most, as a multiple: only one vendor asks more to keep it. */
export const writeFactorFor = (
  { listed }: Pick<Candidate, 'listed'>,
  { writeFactor = 1 }: Conversation,
): number => (listed?.id.startsWith('anthropic/') ? writeFactor : 1)

/** Tokens that a candidate can write for its share of a price; less than none where none. */
export async function affordable(
  candidate: Candidate,
  conversation: Conversation,
  { price, count }: { readonly price: Usd; readonly count: Meter },
): Promise<number> {
  const { listed } = candidate
  if (!listed) return Infinity
  const { model } = listed
  const input = await inputTokens(candidate, conversation, count)
  const reading = input * writeFactorFor(candidate, conversation) * model.input
  // Dollars per million tokens are micro-dollars per token.
  const written = Math.floor((price * COST_SHARE - reading) / Math.max(model.output, 1e-6))
  return Math.min(written, model.maxOutput, model.context - input)
}

/**
 * How much a candidate may write, so that a flat price is never less than its cost. Undefined for
 * servers that ask no price and a caller who names no limit.
 */
export async function outputLimit(
  candidate: Candidate,
  conversation: Conversation,
  { price, count }: { readonly price: Usd; readonly count: Meter },
): Promise<number | undefined> {
  const { maxTokens } = conversation
  const writeFactor = writeFactorFor(candidate, conversation)
  const { listed } = candidate
  if (!listed) return maxTokens
  const { model } = listed
  const input = await inputTokens(candidate, conversation, count)
  // Dollars per million tokens are micro-dollars per token.
  const mayCost = price * COST_SHARE
  const fits = await affordable(candidate, conversation, { price, count })
  if (fits < Math.min(OUTPUT_MIN, maxTokens ?? OUTPUT_MIN)) {
    const inputMax = Math.min(
      Math.floor((mayCost - OUTPUT_MIN * model.output) / Math.max(model.input * writeFactor, 1e-6)),
      model.context - OUTPUT_MIN,
    )
    throw badInput(
      `The input has about ${input} tokens; this tier takes at most ${inputMax}. Send less, or take a higher tier.`,
    )
  }
  return Math.min(fits, maxTokens ?? fits)
}
