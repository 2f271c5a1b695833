import { searchForm } from './components.ts'
import { html } from './html.ts'
import type { Page, PageSite } from './page.ts'

const WHY_CHARACTERS_MAX = 400

/** The page of a 404: the reason if known, and tools that match the last part of the path. */
export function notFoundPage(path: string, why: string, site: PageSite): Page {
  const isMore = why !== '' && !why.includes(path)
  const last = path.split('/').at(-1) ?? ''
  const value = last
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 80)
  return {
    title: 'Nothing is here',
    description: 'There is no page at this address.',
    path,
    isPrivate: true,
    body: html`<div class="title">
        <h1>Nothing is here</h1>
        <p class="lead">
          ${
            isMore
              ? why.slice(0, WHY_CHARACTERS_MAX)
              : html`There is no page at <code>${path.slice(0, 200)}</code>.`
          }
          Perhaps one of the tools is what you look for.
        </p>
      </div>
      ${searchForm({ value, isPlain: true }, site)}
      <p><a href="/tools">All tools</a></p>`,
  }
}
