const RICH =
  'p br b strong i em u s sub sup small blockquote code pre ul ol li a h1 h2 h3 h4 h5 h6 hr span div abbr cite q mark del ins kbd samp var dl dt dd time img figure figcaption table caption colgroup col thead tbody tfoot tr th td section details summary nav input'.split(
    ' ',
  )

/**
 * Removes anything that runs, loads a frame or styles the page around it. Its pictures are of
 * the web, or inside of it.
 */
export async function sanitised(html: string, pictures: 'web' | 'inside' = 'web'): Promise<string> {
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, {
    allowedTags: RICH,
    allowedAttributes: {
      '*': ['title', 'lang', 'dir', 'id'],
      a: ['href'],
      code: ['class'],
      img: ['src', 'alt', 'width', 'height'],
      input: [{ name: 'type', values: ['checkbox'] }, 'checked', 'disabled'],
      ol: ['start'],
      th: ['colspan', 'rowspan', 'align'],
      td: ['colspan', 'rowspan', 'align'],
    },
    allowedClasses: { code: ['language-*'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: pictures === 'web' ? ['http', 'https'] : ['data'] },
    exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs['type'] !== 'checkbox',
  })
}
