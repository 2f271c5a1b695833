import { Fault } from '../../base/core/fault.ts'
import { objectionTo } from './_claims.ts'
import type { QuotedWords, Sentence } from './_document.ts'
import { instructsModel } from './_source-text.ts'
import { folded } from './_numbers.ts'
import type { ModelWriter, ClaimVerdict, Written } from '../../capabilities/llm/report-writer.ts'

/** How many written sentences were kept, repaired or dropped. */
export interface Tally {
  verified: number
  dropped: number
  repaired: number
  /** Sentences that were replaced by their quote, because no judge answered. */
  quoted: number
  judges: Set<string>
}

export const newTally = (): Tally => ({
  verified: 0,
  dropped: 0,
  repaired: 0,
  quoted: 0,
  judges: new Set(),
})

interface Claim {
  readonly text: string
  readonly quotes: readonly QuotedWords[]
}

interface Judged {
  readonly claim: Claim
  readonly verdict: ClaimVerdict['verdict'] | 'unjudged'
  readonly missing: string
}

interface Checking {
  readonly model: Pick<ModelWriter, 'judge' | 'repair'>
  /** The model that wrote the sentences. */
  readonly by: string
  readonly quotes: ReadonlyMap<string, QuotedWords>
  readonly tally: Tally
}

const BATCH = 10

/**
 * Checks the written sentences, and returns those that may be published, in order. A sentence must
 * pass the rules, then a judge. It is repaired at most once, else dropped. A sentence that is
 * exactly one of its quotes needs no judge.
 */
export async function verified(
  written: readonly Written[],
  checking: Checking,
): Promise<readonly Sentence[]> {
  const { model, tally } = checking
  const claims = written.flatMap((one) => claimOf(one, checking) ?? [])
  tally.dropped += written.length - claims.length
  const first = await judged(claims, checking)
  const broken = first.filter(({ verdict }) => verdict === 'partly')
  const mended = await repaired(broken, checking)
  const second = await judged([...mended.values()], checking)
  const good = new Map(second.map((one) => [one.claim, one.verdict]))
  return first.flatMap(({ claim, verdict }): Sentence[] => {
    if (verdict === 'supported') {
      tally.verified += 1
      return [claim]
    }
    if (verdict === 'unjudged') return quoted(claim, tally)
    const again = mended.get(claim)
    if (again && good.get(again) === 'supported') {
      tally.verified += 1
      tally.repaired += 1
      return [again]
    }
    if (again && good.get(again) === 'unjudged') return quoted(claim, tally)
    tally.dropped += 1
    return []
  })

  /** The repaired claims by their original. If the model fails, none is repaired. */
  async function repaired(
    all: readonly Judged[],
    { quotes }: Checking,
  ): Promise<ReadonlyMap<Claim, Claim>> {
    const fixes = new Map<Claim, Claim>()
    for (let at = 0; at < all.length; at += BATCH) {
      const batch = all.slice(at, at + BATCH)
      const asked = batch.map(({ claim, missing }) => ({ ...claimText(claim), missing }))
      const told = await model.repair(asked).catch(unlessGone)
      for (const [place, { claim }] of batch.entries()) {
        const text = told?.value[place] ?? ''
        const ids = [...quotes].filter(([, quote]) => claim.quotes.includes(quote))
        const again = claimOf({ text, quotes: ids.map(([id]) => id) }, checking)
        if (again) fixes.set(claim, again)
      }
    }
    return fixes
  }
}

/** Without a judge, the quote replaces the sentence. */
function quoted({ quotes: [quote] }: Claim, tally: Tally): Sentence[] {
  if (!quote) return []
  tally.quoted += 1
  tally.verified += 1
  return [{ text: quote.text, quotes: [quote] }]
}

const claimText = ({ text, quotes }: Claim) => ({ text, quotes: quotes.map((quote) => quote.text) })

const SENTENCE_LEAST = 15

/**
 * A sentence with its quotes. Null if it is too short, cites no known quote, holds an address or
 * markup, or addresses a model.
 */
function claimOf({ text, quotes: ids }: Written, { quotes }: Checking): Claim | null {
  const bare = text
    .replaceAll(/\s*\[(?:\d+|q\d+)(?:, ?(?:\d+|q\d+))*\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const cited = [...new Set(ids)].flatMap((id) => quotes.get(id) ?? [])
  const isOdd = /https?:|www\.|[[\]<>]|\]\(/.test(bare) || instructsModel(bare)
  if (bare.length < SENTENCE_LEAST || cited.length === 0 || isOdd) return null
  return { text: bare, quotes: cited }
}

/** Applies the rules, then asks the judge about the sentences that pass. */
async function judged(claims: readonly Claim[], checking: Checking): Promise<readonly Judged[]> {
  const { model, by, tally } = checking
  const sieved = claims.map((claim) => ({ claim, objection: objectionOf(claim) }))
  const open = sieved.filter(({ claim, objection }) => !objection && !isVerbatim(claim))
  const verdicts = new Map<Claim, ClaimVerdict>()
  for (let at = 0; at < open.length; at += BATCH) {
    const batch = open.slice(at, at + BATCH).map(({ claim }) => claim)
    const told = await model.judge(batch.map(claimText), by).catch(unlessGone)
    if (!told) continue
    tally.judges.add(told.model)
    for (const [place, claim] of batch.entries()) {
      const verdict = told.value[place]
      if (verdict) verdicts.set(claim, verdict)
    }
  }
  return sieved.map(({ claim, objection }): Judged => {
    if (objection) return { claim, verdict: 'partly', missing: objection }
    if (isVerbatim(claim)) return { claim, verdict: 'supported', missing: '' }
    const { verdict = 'unjudged' as const, missing = '' } = verdicts.get(claim) ?? {}
    return { claim, verdict, missing }
  })
}

const isVerbatim = ({ text, quotes }: Claim): boolean =>
  quotes.some((quote) => folded(quote.text) === folded(text))

function objectionOf(claim: Claim): string | null {
  if (isVerbatim(claim)) return null
  const objection = objectionTo(
    claim.text,
    claim.quotes.map(({ text }) => text),
  )
  return objection && `${objection.rule}: ${objection.missing.join(', ') || 'not as in the quotes'}`
}

/** Ignores a failure of the model, but not the end of the call. */
function unlessGone(thrown: unknown): null {
  if (thrown instanceof Fault && thrown.code !== 'caller_gone') return null
  throw thrown
}
