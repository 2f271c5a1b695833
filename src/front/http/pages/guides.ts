import { readdir, readFile } from 'node:fs/promises'
import type { CallReply } from '../../../base/core/call.ts'
import { notFound } from '../../../base/core/fault.ts'
import type { Guide } from '../../pages/docs.ts'
import type { Page } from '../../pages/page.ts'
import { lazily } from '../../../base/lib/lazily.ts'
import type { Endpoint } from '../endpoint.ts'
import { createGuideSearch } from './guide-search.ts'

const FOLDER = new URL('../../../../docs/', import.meta.url)
/** Folders of guides, and for whom they are. */
const PLACES = [
  ['guides/buyers/', 'buyers'],
  ['guides/', 'operators'],
  ['', 'operators'],
  ['decisions/', 'decisions'],
] as const
/** The address of this service in the guides of this repository. */
const LOCAL = 'http://127.0.0.1:4020'

const WORDS_MAX = 20

/** The guides of this repository as pages; they are read when first requested. */
export function guideFinder(baseUrl: string) {
  const all = lazily(() => readGuides(baseUrl))
  const search = lazily(async () => createGuideSearch(await all()))

  return {
    endpoints(show: (page: Page) => Promise<CallReply>): readonly Endpoint[] {
      return [
        {
          method: 'GET',
          path: '/docs',
          async handle(request) {
            const { docsPage } = await import('../../pages/docs.ts')
            const q = (new URLSearchParams(request.query).get('q') ?? '').trim().slice(0, 200)
            // A word that is said many times asks for nothing more.
            const words = [...new Set(q.split(/\s+/))].slice(0, WORDS_MAX).join(' ')
            const found = q === '' ? null : (await search())(words)
            return show(docsPage(await all(), found, q))
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

async function readGuides(baseUrl: string): Promise<readonly Guide[]> {
  const { titleOf } = await import('../../pages/docs.ts')
  const found = await Promise.all(
    PLACES.map(async ([place, shelf]) => {
      const at = new URL(place, FOLDER)
      const files = (await readdir(at)).filter((file) => file.endsWith('.md')).toSorted()
      return Promise.all(
        files.map(async (file) => {
          const text = await readFile(new URL(file, at), 'utf8')
          // What buyers copy is for this instance.
          const markdown = shelf === 'buyers' ? text.replaceAll(LOCAL, baseUrl) : text
          const id = file.slice(0, -'.md'.length)
          return { id, title: titleOf(markdown), markdown, shelf }
        }),
      )
    }),
  )
  return found.flat()
}
