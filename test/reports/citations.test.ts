/** @module-tag long */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseInput } from '../../src/selling/call/input.ts'
import { runTool, trialFor } from '../../src/selling/call/run.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { sourceText } from '../../src/goods/reports/_source-text.ts'
import { catalogOfTools } from '../support/catalog.ts'
import { worldFor } from '../support/world.ts'

/** Every citation of every report, tier and format points to words of a text that was kept. */
const { tools } = await catalogOfTools()
const reports = tools.filter(({ family }) => family === 'workflow')

interface Answer {
  readonly report: string | null
  readonly sections: readonly {
    readonly id: string
    readonly sentences: readonly { readonly text: string; readonly citations: readonly number[] }[]
  }[]
  readonly sources: readonly {
    readonly n: number
    readonly sha256: string
    readonly record?: string
    readonly quotes: readonly { readonly id: string; readonly text: string }[]
  }[]
  readonly wordCount: number
}

const FORMATS = ['markdown', 'json'] as const
type Format = (typeof FORMATS)[number]

async function made(tool: Tool, example: Tool['spec']['examples'][number], format: Format) {
  const world = await worldFor(tool, Date.parse(example.at ?? '2026-06-01T00:00:00Z'))
  const { value } = parseInput(tool, { ...(example.input as object), format })
  const { run } = world.host
  const kept = new Map<string, string>()
  Object.assign(world.host, {
    async run(...given: Parameters<typeof run>) {
      const answer = await run(...given)
      const { markdown, text } = answer as { readonly markdown?: string; readonly text?: string }
      const page = sourceText(markdown ?? text ?? '')
      kept.set(sha256(page), page)
      return answer
    },
  })
  const answer = await runTool(tool, value, trialFor({ rail: 'test', wallet: null }), world)
  return { kept, ...(answer as Answer) }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const cases = reports.flatMap((tool) =>
  tool.spec.examples.flatMap((example, at) =>
    FORMATS.map((format) => [`${tool.slug} ${at + 1} ${format}`, tool, example, format] as const),
  ),
)

describe.each(cases)('%s', (_name, tool, example, format) => {
  test('cites words of texts that it has read, and nothing else', async () => {
    const { report, sections, sources, wordCount, kept } = await made(tool, example, format)
    const sentences = sections.flatMap((section) => section.sentences)
    const cited = new Set(sentences.flatMap(({ citations }) => citations))
    expect(cited.size).toBeGreaterThan(0)
    expect([...cited].toSorted((a, b) => a - b)).toEqual(sources.map(({ n }) => n))
    for (const { record, sha256: told, quotes } of sources) {
      expect(quotes.length).toBeGreaterThan(0)
      const text = record ?? kept.get(told) ?? ''
      expect(sha256(text)).toBe(told)
      for (const quote of quotes) expect(text).toContain(quote.text)
    }
    expect(sections.at(-1)?.id).toBe('not-found')
    expect(wordCount).toBeGreaterThan(10)
    if (format === 'json') return expect(report).toBeNull()
    const numbers = Array.from(report?.matchAll(/(?<!\\)\[(\d+)(?<!\\)\]/g) ?? [], ([, n]) =>
      Number(n),
    )
    expect(new Set(numbers)).toEqual(cited)
  })
})
