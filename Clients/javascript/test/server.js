// A real server for a test: the program that SCROLLBACK names, in a folder of its own.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { makeToken, readTokenKey } from "../tokens.js";

export const program = process.env.SCROLLBACK;
export const skip = program ? false : "SCROLLBACK does not name the program scrollback";
export const anna = "00000000-0000-4000-8000-00000000000a";
export const ben = "00000000-0000-4000-8000-00000000000b";

const run = (...words) => execFileSync(program, words, { encoding: "utf8" }).trim();

export class Server {
  static async start(test, algorithm = "EdDSA") {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), "scrollback-js-"));
    test.after(() => server.remove());
    server.algorithm = algorithm;
    server.key = run("apikey", server.path("keys"), "--name", "backend");
    const names = ["--id", "a", "--issuer", "chat", "--out", server.path("issuer")];
    run("tokenkey", server.path("tokens"), "--algorithm", algorithm, ...names);
    await server.begin(0);
    server.log = JSON.parse(run("info", server.path("store"), "--json")).log;
    server.tokenKey = await readTokenKey(readFileSync(server.path("issuer"), "utf8"));
    return server;
  }

  path(name) {
    return join(this.folder, name);
  }

  async begin(port = this.port) {
    const file = this.algorithm === "EdDSA" ? "--token-keys" : "--token-secrets";
    this.child = spawn(program, [
      "serve", this.path("store"), "--create", "--listen", `127.0.0.1:${port}`,
      "--api-keys", this.path("keys"), file, this.path("tokens"),
    ], { stdio: ["ignore", "pipe", "ignore"] });
    this.ended = new Promise((resolve) => this.child.once("exit", resolve));
    const lines = createInterface({ input: this.child.stdout });
    this.url = await new Promise((resolve, reject) => {
      lines.once("line", resolve);
      lines.once("close", () => reject(new Error("The server did not start.")));
    });
    this.port = Number(new URL(this.url).port);
  }

  async crash() {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  token(user, seconds, issuedAt) {
    return makeToken(this.tokenKey, { user, log: this.log, seconds, issuedAt });
  }

  async remove() {
    await this.crash();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
