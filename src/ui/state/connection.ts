import type { Model, ModelServer, ServerModel } from '../../answer/contract.ts';
import type { Engine } from '../../engine/contract.ts';
import type { LineMatches } from '../../lib/match-lines.ts';
import type { AgentSwitch } from '../../model/page/agent-switch.ts';
import type { PwaState } from '../../model/page/pwa-state.ts';
import type { RequestLog } from '../../model/page/request-log.ts';
import type { PdfPages } from '../../model/pdf-pages.ts';
import type { RecognisePage } from '../../model/recognised.ts';
import type { SiteJob } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import type { SourceInput } from '../../sources/contract.ts';
import type { Problem } from './read-error.ts';

/** Everything the screens may use. Created once by the composition root; screens don't know whether a worker answers. */
export interface Connection {
  readonly engine: Engine;
  /** The engine's place and mode, for the status *Engine*: `worker, wasm simd`. */
  readonly where: string;
  /** Why the engine runs in its fallback. */
  readonly reason?: string;
  /** Absent without workers: then crawling is not available. */
  readonly sites?: SiteControl;
  /** Loads the way to servers of models. Absent without workers. */
  openModels?(): Promise<ModelControl>;
  /** The page is one file with its collection: it fetches and stores nothing. */
  readonly isSinglePage?: true;
  readonly requests: RequestLog;
  readonly pwa: PwaState;
  /** Returns the remembered folder of a source, to ask for permission and sync; undefined when there isn't one. */
  findHandle(collectionId: string, sourceId: string): Promise<FileSystemDirectoryHandle | undefined>;
  /** Finds a pattern in texts, in a worker. Rejects with `engine/slow-pattern` when it takes too long. */
  matchTexts(
    request: { readonly texts: readonly string[]; readonly pattern: RegExp },
    signal: AbortSignal,
  ): Promise<readonly LineMatches[]>;
  /** Loads what recognises text in pictures, in workers; absent where none can start. */
  loadRecogniser?(): Promise<{ readonly recognisePage: RecognisePage; readonly ocrWorkers: number }>;
  /** Opens a PDF to show its pages, in a worker that the signal ends; absent where none can start. */
  openPdf?(file: Blob, signal: AbortSignal): Promise<PdfPages>;
  /** Opens a presentation to show its pictures: they are read by the number of their slide. */
  openSlides?(file: Blob): Promise<SlidePictures>;
  /** Loads our own docs as a source. Rejects with `app/unexpected` when they are missing (offline before the second visit). */
  loadSample(): Promise<SourceInput>;
  /** Reads the app's own files, which a published folder also contains. */
  readApp(): Promise<readonly { readonly path: string; readonly bytes: Blob }[]>;
  /** Serves the files of a site at an address on this device until it is closed. Undefined where no service worker can. */
  showSite?(files: ReadonlyMap<string, Blob>): Promise<{ readonly address: string; close(): void } | undefined>;
  /** Reads the app's MCP server, which is part of an MCP bundle. */
  readAgentServer(): Promise<Blob>;
  /** Returns the content that another app shared when it opened the page; undefined without any, or on a second call. */
  takeShared(): Promise<{ readonly files: readonly File[]; readonly text: string } | undefined>;
  /** Address of the collection published with this page. */
  readonly beside?: string;
  /** Why the collection published with this page could not be opened. */
  readonly besideProblem?: Problem;
  /** The companion extension, which may be absent. */
  readonly companion?: CompanionControl;
  /** WebMCP, where the browser has it. */
  readonly agent?: AgentSwitch;
}

export type SlidePictures = (slide: number) => Promise<readonly Blob[]>;

/** The crawl service with a subscription, as the screens use it. */
export interface SiteControl extends SiteService {
  /** Calls the listener at once for each open job, then with every new status, at most four times a second per job. */
  subscribe(listener: (job: SiteJob) => void): () => void;
}

/** Servers of models; each call sends requests to the servers that it names, and to no other host. Rejects with `answer/…`. */
export interface ModelControl {
  /** Asks these servers for their models; undefined for one that gives no answer. */
  find(servers: readonly ModelServer[]): Promise<readonly (readonly ServerModel[] | undefined)[]>;
  list(server: ModelServer): Promise<readonly ServerModel[]>;
  /** Reads how much the model takes. */
  open(server: ModelServer, model: ServerModel): Promise<Model>;
}

interface CompanionControl {
  /** Undefined without the extension. */
  status(): Promise<{ readonly version: string; readonly origins: readonly string[] } | undefined>;
  /** Reports pages the user sends from the toolbar. */
  onPage(
    listener: (page: { readonly url: string; readonly html: string; readonly withLinks: boolean }) => void,
  ): () => void;
}
