import TestSupport
import Testing

/// Computes all sums again, as an attacker does.
func resum(_ place: String) throws {
    let script = """
        import hashlib, json, os, sys
        place = sys.argv[1]
        manifest = json.load(open(place + "/manifest.json"))
        for file in manifest["files"]:
            data = open(place + "/" + file["name"], "rb").read()
            file["bytes"], file["lines"] = len(data), data.count(b"\\n")
            file["sha256"] = hashlib.sha256(data).hexdigest()
        open(place + "/manifest.json", "w").write(json.dumps(manifest) + "\\n")
        sums = ""
        for name in sorted(os.listdir(place)):
            if name != "SHA256SUMS":
                data = open(place + "/" + name, "rb").read()
                sums += hashlib.sha256(data).hexdigest() + "  " + name + "\\n"
        open(place + "/SHA256SUMS", "w").write(sums)
        """
    let run = try Command.run("python3", ["-c", script, place])
    try #require(run.exit == 0, "\(run.errors)")
}

/// Changes the lines of the events of an export.
func edit(_ place: String, _ change: (inout [String]) -> Void) {
    let path = "\(place)/events.jsonl"
    var lines = String(decoding: readFile(path), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    change(&lines)
    writeFile(path, Array(lines.map { $0 + "\n" }.joined().utf8))
}
