/** Lists that names are searched in: of the US Treasury, the United Nations, the UK and the EU. */
export const LIST_IDS = ['ofac', 'un', 'uk', 'eu'] as const

export type ListId = (typeof LIST_IDS)[number]
