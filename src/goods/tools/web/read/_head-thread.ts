import { parsedPage } from '../../../html/document.ts'
import { headOf, type Head } from '../../../html/head.ts'
import type { Written } from '../../../article/article-thread.ts'

export type { Head }

export const work = ({ html, url }: Written): Head => headOf(parsedPage(html), url)
