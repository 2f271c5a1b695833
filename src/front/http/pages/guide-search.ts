import type { Document } from '../../../engines/search/corpus.ts'
import { createIndex } from '../../../engines/search/rank.ts'
import { termsOf } from '../../../engines/search/terms.ts'
import type { Found, Guide } from '../../pages/docs.ts'
import { headingId } from '../../pages/heading-id.ts'

const PASSAGES_MAX = 20
const OF_ONE_GUIDE_MAX = 5
const READ = 60
const WEIGHTS = { heading: 2, title: 0.5, text: 1 }

interface Section {
  readonly guide: Guide
  readonly heading: string
  /** The anchor of the heading on the page; empty for text before the first heading. */
  readonly id: string
  readonly text: string
}

const rankOf = ({ shelf }: Guide): number => (shelf === 'decisions' ? 1 : 0)

/** Finds the sections that answer a question in words, the best first, decisions after guides. */
export function createGuideSearch(guides: readonly Guide[]): (question: string) => Found {
  const index = createIndex(guides.flatMap(sectionsOf).map(documentOf))
  return (question) => {
    const { hits, rarestTermCovered: isCovered } = index.search(question, READ)
    const terms = new Set(termsOf(question))
    const counts = new Map<Guide, number>()
    const passages = hits
      .map(({ item }) => item)
      .toSorted((a, b) => rankOf(a.guide) - rankOf(b.guide))
      .filter(({ guide }) => {
        const count = (counts.get(guide) ?? 0) + 1
        counts.set(guide, count)
        return count <= OF_ONE_GUIDE_MAX
      })
      .slice(0, PASSAGES_MAX)
      .map((section) => ({
        guide: section.guide,
        heading: section.heading,
        at: section.id,
        line: lineOf(section, terms),
      }))
    return { passages, isCovered }
  }
}

const documentOf = (section: Section): Document<Section> => ({
  item: section,
  names: [section.heading],
  fields: [
    { text: section.heading, weight: WEIGHTS.heading },
    { text: section.guide.title, weight: WEIGHTS.title },
    { text: section.text, weight: WEIGHTS.text },
  ],
})

/** Splits a guide into sections. Lines inside code blocks are not headings. */
function sectionsOf(guide: Guide): readonly Section[] {
  const sections = [{ guide, heading: guide.title, id: '', text: '' }]
  const id = headingId()
  let isProgram = false
  for (const line of guide.markdown.split('\n')) {
    if (/^ *```/.test(line)) isProgram = !isProgram
    const heading = isProgram ? undefined : /^#{1,6} (.+)$/.exec(line)?.[1]
    const last = sections.at(-1)
    if (heading !== undefined)
      sections.push({ guide, heading: plain(heading), id: id(heading), text: '' })
    else if (last) last.text += `${line}\n`
  }
  return sections
}

const plain = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')

/** The sentence or table row with the most of these terms. */
function lineOf(section: Section, terms: ReadonlySet<string>): string {
  const lines = linesOf.get(section) ?? cutLines(section.text)
  linesOf.set(section, lines)
  let best: SearchedLine = { line: '', terms: new Set() }
  let most = -1
  for (const each of lines) {
    const count = [...terms].filter((term) => each.terms.has(term)).length
    if (count > most) [best, most] = [each, count]
  }
  return best.line
}

interface SearchedLine {
  readonly line: string
  readonly terms: ReadonlySet<string>
}

/** Finding the terms of a text takes long, and sections do not change. */
const linesOf = new WeakMap<Section, readonly SearchedLine[]>()

const cutLines = (text: string): readonly SearchedLine[] =>
  text
    .replaceAll(/([^\n])\n(?=[^\n|#-])/g, '$1 ')
    .split('\n')
    .flatMap((line) => plain(line).split(/(?<=[.!?]) +(?=[A-Z`])/))
    .map((line) => line.replace(/^[-|>\s]+|[|\s]+$/g, '').replaceAll(/\s*\|\s*|\s+/g, ' '))
    .map((line) => ({ line, terms: new Set(termsOf(line)) }))
