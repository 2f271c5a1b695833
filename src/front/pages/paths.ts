/** The texts of the preview pictures of pages that belong to no tool and no family. */
export const MENU_TEXTS: Readonly<
  Record<string, { readonly title: string; readonly text: string }>
> = {
  home: {
    title: 'Pay the fare. Get the answer.',
    text: 'Tools by the call for agents and people. No account, no key. A call that fails costs nothing.',
  },
  tools: { title: 'Tools', text: 'Each a form here, and one HTTP call for a program.' },
  sellers: { title: 'Sellers', text: 'What others sell over x402, and what they were paid.' },
  models: { title: 'Models', text: 'Language models by the call.' },
  docs: { title: 'Docs', text: 'Guides for those who call, and for those who run the place.' },
  reports: {
    title: 'Reports',
    text: 'Finished work whose sentences can be checked, by card or by wallet.',
  },
  credits: { title: 'Credits', text: 'A prepaid key that pays for calls at list price.' },
}

/** One path for each kind of page that exists on every instance. */
export const PAGE_PATHS = [
  '/',
  '/tools',
  '/tools/hash',
  '/credits',
  '/reports',
  '/monitors',
  '/connect',
  '/models',
  '/sellers',
  '/route',
  '/status',
  '/docs',
] as const
