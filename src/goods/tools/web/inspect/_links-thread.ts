import { parsedPage } from '../../../../engines/html/document.ts'
import { linksOf, type Link, type LinksOptions } from '../../../../engines/html/links.ts'

export type { Link }

export const work = ({ html, ...options }: LinksOptions & { readonly html: string }): Link[] =>
  linksOf(parsedPage(html), options)
