const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Words that say little by themselves. */
export const STOP_WORDS = {
  en: setOf(
    "a about above after again against all also am an and any are aren't as at be because been before being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each few for from further had hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm i've if in into is isn't it it's its itself just let's me more most mustn't my myself no nor not now of off on once only or other ought our ours ourselves out over own same shall she she'd she'll she's should shouldn't so some such than that that's the their theirs them themselves then there there's these they they'd they'll they're they've this those through to too under until up upon us very was wasn't we we'd we'll we're we've were weren't what what's when when's where where's which while who who's whom why why's will with won't would wouldn't you you'd you'll you're you've your yours yourself yourselves",
  ),
  de: setOf(
    'aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei bin bis bist da damit dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einig er es etwas euch euer für gegen habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jene jetzt kann kein keine keinem keinen keiner können könnte machen man manche mein meine mich mir mit muss musste nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner selbst sich sie sind so solche soll sollte sondern sonst über um und uns unser unter viel vom von vor war waren warst was weg weil weiter welche wenn werde werden wie wieder will wir wird wirst wo wollen wollte würde würden zu zum zur zwar zwischen',
  ),
  fr: setOf(
    'à ai ainsi alors au aucun aussi autre aux avait avant avec avoir ayant car ce cela ces cet cette ceux chaque ci comme comment dans de des donc dont du elle elles en encore entre est et étaient était étant été être eu eux fait faire faut font il ils je jusque la le les leur leurs lui ma mais me même mes moi moins mon ne ni nos notre nous on ont or ou où par parce pas peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui sa sans se sera ses si sien soi soit son sont sous sur ta te tes toi ton tous tout toute toutes très tu un une vos votre vous y',
  ),
  es: setOf(
    'a al algo algunas algunos ante antes aquel aquella así aún aunque bajo bien cada como con contra cual cuando de del desde donde dos durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está estaba están estas este esto estos fue fueron ha había hace han hasta hay la las le les lo los más me mi mientras muy nada ni no nos nosotros o os otra otras otro otros para pero poco por porque que qué quien se ser si sí sido sin sobre son su sus también tan tanto te tiene todo todos tu tus un una uno unos usted y ya yo',
  ),
  pt: setOf(
    'a à ao aos aquela aquele as às até com como da das de dela dele deles depois do dos e é ela elas ele eles em entre era essa esse esta está estão estas este estes eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós nossa nosso num numa o os ou para pela pelas pelo pelos por qual quando que quem são se seja sem ser seu seus só sua suas também te tem tinha tu um uma você vocês',
  ),
  it: setOf(
    'a ad agli ai al alla alle allo anche avere aveva c che chi ci come con contro cui da dagli dai dal dalla dalle dallo degli dei del dell della delle dello di dopo dove e è ed era erano essere fra gli ha hanno ho i il in io la le lei li lo loro lui ma me mi mia mio molto ne nè negli nei nel nell nella nelle nello no noi non nostro o ogni per perché però più poi quale quando quanto quella quelle quelli quello questa queste questi questo se sei si sia siamo sono sta su sua sue sui sul sulla sulle suo tra tu tutti tutto un una uno vi voi',
  ),
  nl: setOf(
    'aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een en er ge geen haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat ons ook op over reeds te tegen toch toen tot u uit uw van veel voor want waren was wat we wel werd wezen wie wij wil worden wordt zal ze zei zelf zich zij zijn zo zonder zou',
  ),
} satisfies Readonly<Record<string, ReadonlySet<string>>>
