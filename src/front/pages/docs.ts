import { marked as rendered } from 'marked'
import { shortened } from '../../engines/language/shortened.ts'
import { termsOf } from '../../engines/search/terms.ts'
import { headingId } from './heading-id.ts'
import { html, raw, type Html } from './html.ts'
import type { Page } from './page.ts'

/** A guide of this repository, as Markdown. */
export interface Guide {
  readonly id: string
  readonly title: string
  readonly markdown: string
  /** For whom it is; decisions say why something is built as it is. */
  readonly shelf: 'buyers' | 'operators' | 'decisions'
}

/** The title of a guide: its first heading. */
export const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? 'Guide'

const FOR_PROGRAMS = [
  ['/llms.txt', 'Everything as text'],
  ['/openapi.json', 'OpenAPI'],
  ['/.well-known/x402', 'Payment manifest'],
  ['/connect', 'MCP clients'],
] as const

/** A section of a guide that matches the search. */
export interface Passage {
  readonly guide: Guide
  readonly heading: string
  /** The id of its heading on the page; empty for the beginning of the guide. */
  readonly at: string
  /** The line that matches. */
  readonly line: string
}

export interface Found {
  /** The best first. */
  readonly passages: readonly Passage[]
  /** Whether one of the best has what the question hangs on. */
  readonly isCovered: boolean
}

/** `found` is null without a search. */
export function docsPage(guides: readonly Guide[], found: Found | null, q: string): Page {
  const cards = (some: readonly Guide[]) =>
    some.map(
      ({ id, title, markdown }) =>
        html`<a class="card" href="/docs/${id}"
          ><h3>${title}</h3>
          <span class="dim">${summaryOf(markdown)}</span></a
        >`,
    )
  const on = (shelf: Guide['shelf']) => guides.filter((guide) => guide.shelf === shelf)
  const decisions = on('decisions')
  const list = html`<h2>For those who buy</h2>
    <div class="grid">${cards(on('buyers'))}</div>
    <h2>For those who run or extend it</h2>
    <div class="grid">${cards(on('operators'))}</div>
    <h2>Why it is built like this</h2>
    <ul>
      ${decisions.map(({ id, title }) => html`<li><a href="/docs/${id}">${title}</a></li>`)}
    </ul>`
  return {
    title: 'Docs',
    description: 'Guides for those who call, and for those who run the place.',
    path: '/docs',
    menu: '/docs',
    body: html`<div class="docs">
      ${aside(guides, null, q)}
      <div class="stack">
        <h1>Docs</h1>
        ${found !== null && passages(found, q)}
        ${(found === null || found.passages.length === 0) && list}
      </div>
    </div>`,
  }
}

function passages({ passages: found, isCovered }: Found, q: string): Html {
  if (found.length === 0)
    return html`<p class="dim">No guide speaks of “${q}”. These are all of them.</p>
      <h2 class="sr">Guides</h2>`
  const rows = found.map(({ guide, heading, at, line }) => {
    const place = at === '' ? '' : `#${at}`
    const where = heading === guide.title ? guide.title : `${guide.title}: ${heading}`
    return html`<li>
      <a href="/docs/${guide.id}${place}">${where}</a>
      ${line && html`<p class="dim">${marked(shortened(line, LINE_LENGTH), q)}</p>`}
    </li>`
  })
  return html`<h2>
      ${isCovered ? `What the guides say of “${q}”` : `No guide speaks of quite “${q}”. The nearest:`}
    </h2>
    <ul class="stack">
      ${rows}
    </ul>`
}

/** A line with the searched words marked, in whatever form they stand there. */
function marked(line: string, q: string): readonly (Html | string)[] {
  const terms = new Set(termsOf(q))
  return line
    .split(/([\p{L}\p{M}\p{N}]+(?:[-_.'’][\p{L}\p{M}\p{N}]+)*)/u)
    .map((part, at) =>
      at % 2 === 1 && termsOf(part).some((term) => terms.has(term))
        ? html`<mark>${part}</mark>`
        : part,
    )
}

export function guidePage(guide: Guide, guides: readonly Guide[]): Page {
  return {
    title: guide.title,
    description: summaryOf(guide.markdown),
    path: `/docs/${guide.id}`,
    menu: '/docs',
    body: html`<div class="docs">
      ${aside(guides, guide.id, '')}
      <article class="prose">${markup(guide.markdown, guides)}</article>
    </div>`,
  }
}

/**
 * A guide as markup. Links to other guides become links to their pages; of links to other files of
 * the repository, only the text stays.
 */
function markup(markdown: string, guides: readonly Guide[]): Html {
  const ids = new Set(guides.map(({ id }) => id))
  let tables = 0
  const made = rendered.parse(markdown, { async: false, gfm: true })
  const id = headingId()
  const linked = made
    .replaceAll(/<(h[1-6])>(.*?)<\/\1>/g, (_all, tag: string, inside: string) => {
      const name = id(textIn(inside))
      return `<${tag} id="${name}">${inside}</${tag}>`
    })
    .replaceAll(
      /<a href="(?![a-z]+:|#|\/)(?:[^"#]*\/)?([^"#/]*?)(?:\.md)?(#[^"]*)?">(.*?)<\/a>/g,
      (_all, id: string, place: string | undefined, inside: string) =>
        ids.has(id) ? `<a href="/docs/${id}${place ?? ''}">${inside}</a>` : inside,
    )
    .replaceAll('<table>', () => {
      tables += 1
      return `<div class="scroll" tabindex="0" role="region" aria-label="Table ${tables}"><table>`
    })
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
  return raw(linked)
}

/** The plain text of a heading. */
const textIn = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const SUMMARY_LENGTH = 200
const LINE_LENGTH = 240

/** The first paragraph of text. */
const summaryOf = (markdown: string): string =>
  shortened(
    markdown
      .replaceAll(/^ *```[^]*?^ *```/gm, '')
      .split(/\n{2,}/)
      .find((part) => /^[A-Z`]/.test(part))
      ?.replaceAll(/[`*]|\[|\]\([^)]*\)/g, '')
      .replaceAll('\n', ' ') ?? '',
    SUMMARY_LENGTH,
  )

function aside(guides: readonly Guide[], here: string | null, q: string): Html {
  const current = (id: string) => raw(id === here ? ' aria-current="page"' : '')
  return html`<nav class="side" aria-label="Guides">
    <form class="search plain" action="/docs" role="search">
      <label class="sr" for="docs-q">Search the guides</label
      ><input
        id="docs-q"
        name="q"
        type="search"
        value="${q}"
        placeholder="Search the guides"
        maxlength="200"
      />
    </form>
    <h2>Guides</h2>
    ${guides
      .filter(({ shelf, id }) => shelf !== 'decisions' || id === here)
      .map(({ id, title }) => html`<a href="/docs/${id}" ${current(id)}>${title}</a>`)}
    <h2>For programs</h2>
    ${FOR_PROGRAMS.map(([path, label]) => html`<a href="${path}">${label}</a>`)}
  </nav>`
}
