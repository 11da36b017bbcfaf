/**
 * Languages that prose is recognised in, in the order of their numbers in leaves and segments: append only, at most 63. Number 0 is a file
 * without one. The words are folded function words, which recognise a language and weigh little in long queries.
 */
const FUNCTION_WORDS = {
  en: `a about above after again against all also am an and any are aren as at be because been before being below between both but by can cannot
  could couldn did didn do does doesn doing don down during each either else ever few for from further had hadn has hasn have haven
  having he her here hers him his how however i if in into is isn it its itself just let ll may me might more most must my no nor not now of
  off on once one only or other our out over own per please re s same shall she should shouldn so some such t than that the their them then
  there these they this those through to too under until up upon us use used using ve very via want was wasn way we were weren what when where
  whether which while who whom whose why will with within without won would wouldn you your yours`,
  de: `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis da damit dann das dass dein dem den denn der des dessen die
  dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas fur habe haben hat hier ich ihm ihn ihr
  ihre ihrem ihren im in ins ist ja jede jedem jeden jeder jedes jedoch kann kein keine keinen konnen man mehr mein mit muss mussen nach nicht nichts noch nun
  nur ob oder ohne sehr sein seine selbst sich sie sind so soll sollte sollten sondern uber um und uns unter vom von vor wann warum was
  weil welche welcher welches wenn wer werden wie wieder wird wo wurde wurden zu zum zur zwischen`,
  fr: `a au aucun aussi autre aux avec avoir c ce ceci cela ces cet cette ceux chaque ci comme comment d dans de des deux doit donc dont du elle elles en
  encore entre est et etait ete etre eux fait il ils j je l la le les leur leurs lorsque lui m ma mais me meme mes mon n ne ni nos notre nous
  on ont ou par pas peut peuvent plus pour pourquoi puis qu quand que quel quelle quels qui s sa sans se ses si soit son sont sous sur t ta te tes toi ton tous
  tout toute toutes tres tu un une vers voici vos votre vous y`,
  es: `a al algo algun alguna algunos ante antes aqui asi aunque cada como con contra cual cuales cuando de debe del desde donde dos el ella ellos en
  entre era es esa ese eso esta estan estar estas este esto estos fue ha han hasta hay la las le les lo los mas me mi mientras muy nada ni no nos
  nosotros o os otra otras otro otros para pero por porque puede pueden que quien se sea ser si sin sobre solo son su sus tambien tan tanto te tiene tienen todo
  todos tu tus un una unas uno unos y ya yo`,
  pt: `a ainda algum ao aos apenas aquela aquele as ate cada com como da das de dela dele deles depois deve do dos e ela elas ele eles em entre era
  essa essas esse esses esta estao estar estas este estes eu foi foram ha isso isto ja la lhe mais mas me mesmo meu minha muito na nao nas
  nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos pode podem por porque qual quando que quem sao se seja sem ser seu seus so sobre sua suas
  tambem te tem ter teu tudo um uma umas uns voce voces`,
  it: `a ad agli ai al alla alle allo anche ancora avere c che chi ci come con cosa cui da dai dal dalla dalle dei del della delle dello di dove
  e ed era essere gli ha hanno ho i il in io la le lei li lo loro lui ma mentre mi mia mio molto ne negli nei nel nella nelle noi non nostro o ogni
  oppure per perche piu poi possono puo quale quali quando quella quello questa queste questi questo qui se si sia sono sopra sotto sta su sua sue sui sul sulla suo
  suoi tra tu tutti tutto un una uno vi voi`,
  nl: `aan al alle alleen als altijd ben bij daar dan dat de der deze die dit doen door dus een en er geen ge haar had heb hebben heeft hem het hier hij
  hoe hun ik in is ja je kan kunnen maar me meer men met mijn moet moeten na naar niet niets nog nu of om omdat onder ons ook op over reeds te
  tegen toch toen tot tussen u uit uw van veel voor waar waarom wanneer want waren was wat welke werd wezen wie wij wil worden wordt zal ze zelf zich
  zij zijn zo zonder zou`,
  sv: `alla allt att av blev bli blir da dar de den denna deras dess dessa det detta dig din du efter eller en ett fick fore fran for ha hade han har
  hans henne hennes hon hur i icke ingen inom inte ja jag jamte ju kan kunde man med mellan men mig min mot mycket na nagon nagot nar ni nu och om
  oss over pa samma sedan sig sin sina sitt ska skulle som sa till under upp ut utan vad var vara varit varje vem vi vid vilka vilken vill`,
  da: `af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter eller en end er et for fordi fra
  ham han hans har havde have hende her hos hun hvad hver hvis hvor hvordan hvorfor i ikke ind ingen jeg jer kan kunne man mange med meget men mig min mod
  mellem naar nar noget nogle nogen nu og ogsa om op os over pa sadan selv sig sin skal skulle som sa til ud uden under var ved vi vil ville vor
  vaere vaeret`,
  no: `alle at av bade bare begge ble blei bli blir da de deg dei dem den denne der dere deres det dette di din disse du eller en enn er et ett etter
  for fordi fra fore ha hadde han hans har henne hennes her hun hva hvem hver hvilken hvis hvor hvordan hvorfor i ikke ingen inn ja jeg kan kunne man mange med
  meg mellom men mer min mot mye na nar noe noen og ogsa om opp oss over pa sa samme seg selv sin skal skulle slik som til ut uten vaere vaert var
  ved vi vil ville`,
  fi: `ei eivat eika ennen ettei etta han hanen he heidan ilman ja joka jokin jolla jonka jos joissa joita jossa jota jotka jotta kaikki kanssa koko koska
  kuin kuinka kuka kun lisaksi me meidan mika mikali mina minka missa mita mukaan mutta myos ne niiden niin niita nyt oli olla olen olet ole olevat on ovat
  pitaa se sen seka sen siihen siina sille sina sita taman tama tai taas tassa tata te tulee vain vai vaikka voi voidaan voit`,
  hu: `a abban ahol aki akkor alatt altal am ami amely amelyek amelyet amit annak arra az azok azon azt aztan azzal be belul benne csak de e egy egyes egyik
  ehhez eleg el elott en ennek erre es ez ezek ezen ezert ezt fel ha hanem hogy hogyan igen ill ilyen is ki kell keresztul koz kozott le lehet lesz maga
  mar meg mely mert mi mig mikor milyen mind minden mint mintha mivel most nagy ne nek nelkul nem nincs olyan ott ra s sem sok szamara szerint talan tehat
  tobb ugy utan vagy vagyok van vannak volt`,
  ro: `a acea aceasta aceste acest acestea acestor acestui ai aici al ale am ar are as asa atat atunci au avea ca care cand cat catre ce cel cele cei cu cum
  da daca dar de deci decat deja despre din dintr dintre doar dupa ea ei el ele era este eu face fara fi fie fiecare fiind fost il in inainte intre intr
  isi iar la le li lor lui ma mai mult ne nici noi nostru nu o ori pe pentru peste poate prin sa sai sau se si sub sunt tot toate toti tu un una unde
  unei unele unor unui va vor`,
  ru: `а без бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть еще же за и из или им их к как какой когда
  которая которые который которых кто ли либо между мне может можно мы на над надо нам нас не него нее нет ни них но ну о об однако он она они оно от очень по под
  после потому почему при про с сам себя со так также такой там те тем то того тоже той только том ты у уже чего чем что чтобы эта эти это этого этой этом
  этот я`,
  uk: `а або адже але без би більше був була були було бути в вам вас весь ви від він вона вони воно все всі де для до є єго його її за з зі із і інше їх й
  коли кого котрий ми між може можна мене на над нам нас наш не нею ним них ні ніж о об один однак ось по під після при про саме себе собі та так
  також там те ти тим тих то того той тому тут у усі хто хоча це цей цього ці чи чим через чому що щоб як яка який яких які якщо я`,
  tr: `acaba ama ancak artik asla az bana bazi belki ben beni bile bir biraz bircok biri birkac birsey biz bize bu buna bunda bundan bunlar bunu bunun burada cok
  cunku da daha dahi de degil diger diye en fakat gibi gore hangi hem hep her hic icin iki ile ise iste kadar kendi ki kim mi mu nasil ne neden nerede
  o olan olarak oldu oldugu olmak olur once ona onlar onu onun sana sen siz sonra su tum uzere var ve veya ya yani yok zaten`,
  cs: `aby ale ani ano asi az bez bude budou by byl byla byli bylo byt ci clanek co coz dalsi dnes do ho i ja jak jako je jeho jej jeji jejich jen jenz jeste
  ji jiz jsem jsi jsme jsou jste k kam kde kdo kdy kdyz ke ktera ktere kteri kterou ktery ma mate me mezi mi mit mne muj muze my na nad nam napr nas nebo
  nejsou neni nez nic nove o od ode on oni po pod podle pokud pouze prave pred pres pri pro proc proto protoze s se si sve svych ta tak take takze tam
  tato te tedy ten tento teto tim tom tomto tuto ty tyto u uz v vam vas ve vsak vy z za ze`,
  pl: `aby albo ale az bardzo bez bedzie bo by byc byl byla bylo chociaz ci co czy czyli dla do gdy gdyz gdzie go i ich ile im inne iz ja jak jako je jednak
  jego jej jest jesli jeszcze juz kazdy kiedy kto ktora ktore ktorego ktory ktorych ktorzy lub ma maja miedzy mnie moga moze mozna mu musi my na nad nam nas nawet
  nie niego niej nich nic niz no o od on ona one oni oraz po pod podczas poniewaz przed przez przy sa sam sie sobie sposob swoje ta tak takie takze tam te tego
  tej ten to tu tutaj ty tych tylko tym u w we wiec wszystkie wtedy wy z za ze zeby zostac`,
} as const;

/** Languages recognised by their script. */
const BY_SCRIPT = ['el', 'ar', 'he', 'hi', 'th', 'ja', 'ko', 'zh'] as const;

export type Language = keyof typeof FUNCTION_WORDS | (typeof BY_SCRIPT)[number];

/** A language by its number, from 1. */
export const LANGUAGES = [...(Object.keys(FUNCTION_WORDS) as (keyof typeof FUNCTION_WORDS)[]), ...BY_SCRIPT] as const;

/** Numbers of the languages that have the function word, by word. */
export const FUNCTION_WORD_NUMBERS: ReadonlyMap<string, readonly number[]> = toNumbers();

function toNumbers(): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  Object.values(FUNCTION_WORDS).forEach((words, i) => {
    for (const word of new Set(words.split(/\s+/))) numbers.set(word, [...(numbers.get(word) ?? []), i + 1]);
  });
  return numbers;
}
