import { parsedPage } from '../../lib/pages/document.ts'
import { headOf, type Head } from '../../lib/pages/head.ts'
import type { Written } from './_article-thread.ts'

export type { Head }

export const work = ({ html, url }: Written): Head => headOf(parsedPage(html), url)
