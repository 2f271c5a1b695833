import { readdir, readFile } from 'node:fs/promises'
import type { CallReply } from '../../../base/core/call.ts'
import { notFound } from '../../../base/core/fault.ts'
import type { Guide, Passage } from '../../pages/docs.ts'
import { headingId } from '../../pages/heading-id.ts'
import type { Page } from '../../pages/page.ts'
import { lazily } from '../../../base/lib/lazily.ts'
import type { Endpoint } from '../endpoint.ts'

const FOLDER = new URL('../../../../docs/', import.meta.url)
const PLACES = ['guides/', ''] as const

/** The guides of this repository as pages; they are read when first requested. */
export function guideFinder() {
  const all = lazily(readGuides)
  const searched = lazily(async () => (await all()).map(indexOf))

  return {
    endpoints(show: (page: Page) => Promise<CallReply>): readonly Endpoint[] {
      return [
        {
          method: 'GET',
          path: '/docs',
          async handle(request) {
            const { docsPage } = await import('../../pages/docs.ts')
            const q = (new URLSearchParams(request.query).get('q') ?? '').trim().slice(0, 200)
            const guides = await all()
            return show(docsPage(guides, passagesOf(q, await searched()), q))
          },
        },
        {
          method: 'GET',
          path: '/docs/:id',
          async handle(_request, { id = '' }) {
            const { guidePage } = await import('../../pages/docs.ts')
            const guides = await all()
            const guide = guides.find((each) => each.id === id)
            if (!guide) throw notFound(`No guide is called ${id.slice(0, 40)}. All are at /docs.`)
            return show(guidePage(guide, guides))
          },
        },
      ]
    },
  }
}

async function readGuides(): Promise<readonly Guide[]> {
  const { titleOf } = await import('../../pages/docs.ts')
  const found = await Promise.all(
    PLACES.map(async (place) => {
      const at = new URL(place, FOLDER)
      const files = (await readdir(at)).filter((file) => file.endsWith('.md')).toSorted()
      return Promise.all(
        files.map(async (file) => {
          const markdown = await readFile(new URL(file, at), 'utf8')
          return { id: file.slice(0, -'.md'.length), title: titleOf(markdown), markdown }
        }),
      )
    }),
  )
  return found.flat()
}

const PASSAGES_MAX = 30
const OF_ONE_GUIDE_MAX = 5

interface SearchedGuide {
  readonly guide: Guide
  readonly sections: readonly SearchedSection[]
}

/** A section with what it is searched by, in lower case. */
interface SearchedSection {
  readonly section: Section
  readonly heading: string
  readonly text: string
  readonly all: string
}

const indexOf = (guide: Guide): SearchedGuide => ({
  guide,
  sections: sectionsOf(guide).map((section) => {
    const [heading, text] = [section.heading.toLowerCase(), section.text.toLowerCase()]
    return { section, heading, text, all: `${guide.title.toLowerCase()} ${heading} ${text}` }
  }),
})

/** The sections with all words; those with the words in their heading come first. */
function passagesOf(q: string, guides: readonly SearchedGuide[]): readonly Passage[] {
  const words = [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))]
  if (words.length === 0) return []
  const namedIn = (heading: string): number => words.filter((word) => heading.includes(word)).length
  const found = guides.flatMap(({ guide, sections }) =>
    sections
      .filter(({ all }) => words.every((word) => all.includes(word)))
      .map(({ section, heading, text }) => ({ guide, section, text, named: namedIn(heading) }))
      .filter(({ text, named }) => named > 0 || words.some((word) => text.includes(word)))
      .toSorted((a, b) => b.named - a.named)
      .slice(0, OF_ONE_GUIDE_MAX),
  )
  return found
    .toSorted((a, b) => b.named - a.named)
    .slice(0, PASSAGES_MAX)
    .map(({ guide, section }) => ({
      guide,
      heading: section.heading,
      at: section.id,
      line: lineOf(section.text, words),
    }))
}

interface Section {
  readonly heading: string
  /** The anchor of the heading on the page; empty for text before the first heading. */
  readonly id: string
  readonly text: string
}

/** Splits a guide into sections. Lines inside code blocks are not headings. */
function sectionsOf({ title, markdown }: Guide): readonly Section[] {
  const sections = [{ heading: title, id: '', text: '' }]
  const id = headingId()
  let isProgram = false
  for (const line of markdown.split('\n')) {
    if (/^ *```/.test(line)) isProgram = !isProgram
    const heading = isProgram ? undefined : /^#{1,6} (.+)$/.exec(line)?.[1]
    const last = sections.at(-1)
    if (heading !== undefined) sections.push({ heading: plain(heading), id: id(heading), text: '' })
    else if (last) last.text += `${line}\n`
  }
  return sections
}

const plain = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')

/** The sentence or table row with the most of these words. */
function lineOf(text: string, words: readonly string[]): string {
  const lines = text
    .replaceAll(/([^\n])\n(?=[^\n|#-])/g, '$1 ')
    .split('\n')
    .flatMap((line) => plain(line).split(/(?<=[.!?]) +(?=[A-Z`])/))
    .map((line) => line.replace(/^[-|>\s]+|[|\s]+$/g, '').replaceAll(/\s*\|\s*|\s+/g, ' '))
  const holds = (line: string): number =>
    words.filter((word) => line.toLowerCase().includes(word)).length
  return lines.reduce((best, line) => (holds(line) > holds(best) ? line : best), '')
}
