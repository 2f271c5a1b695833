import { parsedPage } from '../../../../engines/html/document.ts'
import { headOf, type Head } from '../../../../engines/html/head.ts'
import type { Written } from '../../../../engines/article/article-thread.ts'

export type { Head }

export const work = ({ html, url }: Written): Head => headOf(parsedPage(html), url)
