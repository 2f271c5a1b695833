import { readdir, readFile } from 'node:fs/promises'
import type { CallReply, CallRequest } from '../../core/call.ts'
import { notFound } from '../../core/fault.ts'
import type { Guide } from '../../pages/docs.ts'
import type { Page } from '../../pages/page.ts'
import type { Endpoint } from '../endpoint.ts'

const FOLDER = new URL('../../../docs/', import.meta.url)
const PLACES = ['guides/', ''] as const

/** The guides of this repository as pages; they are read by the first who asks. */
export function guideFinder() {
  let read: Promise<readonly Guide[]> | undefined

  const all = () => (read ??= readGuides())

  return {
    endpoints(show: (page: Page, request: CallRequest) => Promise<CallReply>): readonly Endpoint[] {
      return [
        {
          method: 'GET',
          path: '/docs',
          async handle(request) {
            const { docsPage } = await import('../../pages/docs.ts')
            const q = (new URLSearchParams(request.query).get('q') ?? '').trim().slice(0, 200)
            const guides = await all()
            return show(docsPage(guides, speakingOf(q, guides), q), request)
          },
        },
        {
          method: 'GET',
          path: '/docs/:id',
          async handle(request, { id = '' }) {
            const { guidePage } = await import('../../pages/docs.ts')
            const guides = await all()
            const guide = guides.find((each) => each.id === id)
            if (!guide) throw notFound(`No guide is called ${id.slice(0, 40)}. All are at /docs.`)
            return show(guidePage(guide, guides), request)
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

/** Those that hold every word, the ones with it in their title first. */
function speakingOf(q: string, guides: readonly Guide[]): readonly Guide[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  return guides
    .filter(({ title, markdown }) => holds(`${title} ${markdown}`))
    .toSorted((a, b) => Number(holds(b.title)) - Number(holds(a.title)))
}
