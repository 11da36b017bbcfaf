// Loads mapping.json and bulk.ndjson into a Lucene 8 index and searches it, without a server. Copy it and change what you need.
// Debian: apt install default-jdk-headless liblucene8-java libgoogle-gson-java
//   CP=$(ls /usr/share/java/lucene-{core,analyzers-common,queries,sandbox}-8*.jar /usr/share/java/gson.jar | paste -sd:)
//   java -cp $CP LuceneLoader.java load mapping.json index bulk*.ndjson              replaces what the index holds; prints the number of chunks
//   java -cp $CP LuceneLoader.java update mapping.json index delta.json bulk*.ndjson applies a delta to the state it starts from
//   java -cp $CP LuceneLoader.java search mapping.json index < questions             one question per line; prints ids, best first
//   java -cp $CP LuceneLoader.java terms mapping.json < texts                        one JSON string per line; prints their terms
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

public class LuceneLoader {
  static final PrintStream OUT = new PrintStream(System.out, false, UTF_8);
  final JsonObject settings, mappings;
  final Analyzer analyzer;

  LuceneLoader(Path mapping) throws IOException {
    JsonObject body = parse(Files.readString(mapping));
    settings = body.getAsJsonObject("settings");
    mappings = body.getAsJsonObject("mappings");
    Map<String, Analyzer> fields = new HashMap<>();
    for (Map.Entry<String, JsonElement> field : mappings.getAsJsonObject("properties").entrySet()) {
      JsonElement name = field.getValue().getAsJsonObject().get("analyzer");
      if (name != null) fields.put(field.getKey(), build(name.getAsString()));
    }
    analyzer = new PerFieldAnalyzerWrapper(new KeywordAnalyzer(), fields);
  }

  public static void main(String[] args) throws Exception {
    LuceneLoader loader = new LuceneLoader(Path.of(args[1]));
    boolean isDelta = args[0].equals("update");
    List<String> files = Arrays.asList(args).subList(Math.min(args.length, isDelta ? 4 : 3), args.length);
    if (args[0].equals("terms")) loader.printTerms();
    else if (args[0].equals("search")) loader.search(Path.of(args[2]));
    else if (isDelta) loader.load(Path.of(args[2]), files, parse(Files.readString(Path.of(args[3]))));
    else loader.load(Path.of(args[2]), files, null);
    OUT.flush();
  }

  static JsonObject parse(String json) {
    return JsonParser.parseString(json).getAsJsonObject();
  }

  /** Builds an analyzer from its definition; names and options are those of Elasticsearch, in camel case those of Lucene. */
  Analyzer build(String name) throws IOException {
    JsonObject analysis = settings.getAsJsonObject("analysis");
    JsonObject analyzer = analysis.getAsJsonObject("analyzer").getAsJsonObject(name);
    CustomAnalyzer.Builder builder = CustomAnalyzer.builder();
    for (JsonElement filter : list(analyzer, "char_filter")) {
      Map<String, String> options = options(analysis, "char_filter", filter.getAsString());
      builder.addCharFilter(options.remove("type"), options);
    }
    Map<String, String> tokenizer = options(analysis, "tokenizer", analyzer.get("tokenizer").getAsString());
    builder.withTokenizer(tokenizer.remove("type"), tokenizer);
    for (JsonElement filter : list(analyzer, "filter")) {
      Map<String, String> options = options(analysis, "filter", filter.getAsString());
      builder.addTokenFilter(options.remove("type"), options);
    }
    return builder.build();
  }

  static JsonArray list(JsonObject of, String name) {
    return of.has(name) ? of.getAsJsonArray(name) : new JsonArray();
  }

  static Map<String, String> options(JsonObject analysis, String group, String name) {
    Map<String, String> options = new HashMap<>();
    JsonObject own = analysis.has(group) ? analysis.getAsJsonObject(group).getAsJsonObject(name) : null;
    if (own == null) options.put("type", camel(name));
    else
      for (Map.Entry<String, JsonElement> option : own.entrySet()) {
        String value = option.getValue().getAsString();
        if (option.getKey().equals("type")) options.put("type", camel(value));
        else options.put(camel(option.getKey()), value.equals("true") ? "1" : value.equals("false") ? "0" : value);
      }
    if ("keywordMarker".equals(options.get("type"))) options.put("pattern", options.remove("keywordsPattern"));
    return options;
  }

  static String camel(String name) {
    StringBuilder text = new StringBuilder();
    for (String part : name.equals("asciifolding") ? new String[] {"ascii", "folding"} : name.split("_"))
      text.append(text.length() == 0 ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
    return text.toString();
  }

  /** Reads and checks every line before the first one is written; without a delta, replaces what the index holds. */
  void load(Path index, List<String> files, JsonObject delta) throws IOException {
    List<JsonObject[]> actions = new ArrayList<>();
    for (String file : files) {
      List<String> lines = Files.readAllLines(Path.of(file));
      for (int i = 0; i < lines.size(); i++) {
        JsonObject action = parse(lines.get(i));
        actions.add(new JsonObject[] {action, action.has("delete") ? null : checked(lines.get(++i))});
      }
    }
    if (delta == null && actions.isEmpty()) throw new IOException("no chunks to load");
    IndexWriterConfig config = new IndexWriterConfig(analyzer).setSimilarity(similarity());
    try (FSDirectory directory = FSDirectory.open(index); IndexWriter writer = new IndexWriter(directory, config)) {
      checkState(writer, delta);
      if (delta == null) writer.deleteAll();
      for (JsonObject[] action : actions) {
        JsonObject target = action[0].getAsJsonObject(action[1] == null ? "delete" : "index");
        Term id = new Term("id", target.get("_id").getAsString());
        if (action[1] == null) writer.deleteDocuments(id);
        else writer.updateDocument(id, toDocument(action[1]));
      }
      JsonElement state = delta == null ? mappings.getAsJsonObject("_meta").get("index_id") : delta.get("to");
      writer.setLiveCommitData(Map.of("index_id", state.getAsString()).entrySet());
      writer.commit();
      OUT.println(writer.getDocStats().numDocs);
    }
  }

  static void checkState(IndexWriter writer, JsonObject delta) throws IOException {
    if (delta == null) return;
    String held = "nothing";
    if (writer.getLiveCommitData() != null)
      for (Map.Entry<String, String> entry : writer.getLiveCommitData()) held = entry.getValue();
    String from = delta.get("from").getAsString();
    if (!from.equals(held)) throw new IOException("the index holds " + held + ", the delta starts from " + from);
  }

  /** Refuses NUL and lone surrogates, which no text file can hold. */
  static JsonObject checked(String line) throws IOException {
    JsonObject row = parse(line);
    for (Map.Entry<String, JsonElement> field : row.entrySet())
      for (JsonElement value : values(field.getValue())) {
        String text = value.getAsString();
        if (text.indexOf(0) >= 0 || !UTF_8.newEncoder().canEncode(text))
          throw new IOException("chunk " + row.get("id") + ": " + field.getKey() + " is not valid text");
      }
    return row;
  }

  static Iterable<JsonElement> values(JsonElement value) {
    return value.isJsonArray() ? value.getAsJsonArray() : List.of(value);
  }

  Document toDocument(JsonObject row) {
    Document document = new Document();
    JsonObject properties = mappings.getAsJsonObject("properties");
    for (Map.Entry<String, JsonElement> field : row.entrySet()) {
      String type = properties.getAsJsonObject(field.getKey()).get("type").getAsString();
      for (JsonElement value : values(field.getValue()))
        if (type.equals("text")) document.add(new TextField(field.getKey(), value.getAsString(), Field.Store.YES));
        else if (type.equals("keyword")) document.add(new StringField(field.getKey(), value.getAsString(), Field.Store.YES));
        else document.add(new StoredField(field.getKey(), value.getAsString()));
    }
    // Lucene needs the length of every searched field: a chunk of prose has no symbol, and may have no title.
    for (String name : WEIGHTS.keySet()) if (!row.has(name)) document.add(new TextField(name, "", Field.Store.NO));
    return document;
  }

  BM25Similarity similarity() {
    JsonObject own = settings.getAsJsonObject("similarity").getAsJsonObject("default");
    return new BM25Similarity(own.get("k1").getAsFloat(), own.get("b").getAsFloat());
  }

  /** `combined_fields` of Elasticsearch 7.13 and later: each word is looked for in all fields, as if they were one with weights. */
  void search(Path index) throws IOException {
    BM25Similarity bm25 = similarity();
    try (FSDirectory directory = FSDirectory.open(index); DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setSimilarity(bm25);
      for (String line; (line = IN.readLine()) != null; ) {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (List<String> terms : positions(line)) {
          BM25FQuery.Builder word = new BM25FQuery.Builder(bm25.getK1(), bm25.getB());
          WEIGHTS.forEach(word::addField);
          for (String term : terms) word.addTerm(new BytesRef(term));
          query.add(word.build(), BooleanClause.Occur.SHOULD);
        }
        StringJoiner ids = new StringJoiner(" ");
        for (ScoreDoc hit : searcher.search(query.build(), 100).scoreDocs) ids.add(searcher.doc(hit.doc).get("id"));
        OUT.println(ids);
      }
    }
  }

  static final Map<String, Float> WEIGHTS =
      Map.of("content", 1f, "title", 1f, "section_path", 2.5f, "symbol", 2f, "path", 2f);
  static final BufferedReader IN = new BufferedReader(new InputStreamReader(System.in, UTF_8));

  List<List<String>> positions(String text) throws IOException {
    List<List<String>> found = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("content", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      PositionIncrementAttribute step = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (step.getPositionIncrement() > 0 || found.isEmpty()) found.add(new ArrayList<>());
        found.get(found.size() - 1).add(term.toString());
      }
      stream.end();
    }
    return found;
  }

  void printTerms() throws IOException {
    for (String line; (line = IN.readLine()) != null; ) {
      StringJoiner terms = new StringJoiner(" ");
      for (List<String> words : positions(JsonParser.parseString(line).getAsString())) for (String word : words) terms.add(word);
      OUT.println(terms);
    }
  }
}
