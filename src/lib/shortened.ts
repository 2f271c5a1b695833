/** The beginning of a text, to the end of a word; a mark says that there is more. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/\W+\w*$/, '')} …` : text
