import GymbagKit
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Testing

@Suite("A roster", .scratch) struct RosterFileTests {
  private func read(_ text: String) throws -> Roster {
    let path = Scratch.path("roster")
    try FileSystem.replace(path, with: Array(text.utf8))
    return try RosterFile.read(path)
  }

  private func ids(_ text: String) throws -> [String] { try read(text).entries.map(\.id.text) }

  @Test(
    "is the same as CSV, as JSON and as plain ids",
    arguments: [
      "id,name,workouts\n007,,\n7,,\na b,,\n",
      "Athlete ID\n007\n7\na b\n",
      "\u{feff}name,user_id\r\n,007\r\n,7\r\n,a b\r\n",
      "userID , note\n007,x\n\"7\",\"y\"\n a b ,\n",
      "[\"007\",\"7\",\"a b\"]",
      " {\"athletes\": [{\"id\":\"007\"},{\"userID\":\"7\",\"name\":\"Jo\"},\"a b\"]}",
      "007\n7\na b",
      "\n\n007\n\n  7\n\t a b \n\n",
    ])
  func forms(text: String) throws {
    #expect(try ids(text) == ["007", "7", "a b"])
  }

  @Test("keeps quotes, commas and line breaks that stand within fields, and drops nobody")
  func quotes() throws {
    let text = """
      id,note
      A-01,"knee, left"
      A-02,"said ""ok""\"
      A-03,"line1
      line2"
      A-04,6" band
      A-05,x
      """
    #expect(try ids(text) == ["A-01", "A-02", "A-03", "A-04", "A-05"])
  }

  @Test("leaves out rows with nothing in them")
  func blankRows() throws {
    #expect(try ids("id,name,x\nA,,\n,,\n, ,\nB,,\n\"\",\"\",\nC,,") == ["A", "B", "C"])
  }

  @Test("may name workouts for an athlete")
  func workouts() throws {
    let csv = try read("id,name,workouts\nA,Ada,w-1; youth/technique ;\nB,,\n")
    #expect(csv.entries[0].workouts.map(\.text) == ["w-1", "youth/technique"])
    #expect(csv.entries[0].name == "Ada" && csv.entries[1].workouts.isEmpty)
    let json = try read(#"[{"id":"A","name":"Ada","workouts":["w-1","youth/technique"]},"B"]"#)
    #expect(json == csv)
  }

  @Test(
    "that is wrong is refused with the place, and never as an empty list",
    arguments: [
      ("", "no athletes"), ("\n , \n", "no athletes"), ("id,name\n", "no athletes"),
      ("[]", "no athletes"), ("{\"athletes\":[]}", "no athletes"),
      ("Sportler,Name\nA,Ada\n", "line 1: no column for the athlete's id among: Sportler, Name"),
      ("id;name\nA;Ada\n", "line 1: this is not one id"),
      ("id\tname\nA\tAda\n", "line 1: this is not one id"),
      ("id,name\nA,Ada\n,Bob\n", "line 3: a row without an id"),
      ("id,name\nA,Weber, Jonas\n", "line 2: 3 fields where the header has 2"),
      ("id,name\nA,\"Ada\nB,Bob\n", "line 2: a quote that is never closed"),
      ("id,name\nA,\"Ada\"x\n", "line 2: text behind a closing quote"),
      ("id,note\nA,\"1\n2\"\n,x\n", "line 4: a row without an id"),
      ("A\nB,C\n", "line 2: this is not one id"),
      ("Name\nAda\n", "line 1: no column for the athlete's id among: Name"), ("A\0\n", "not text"),
      ("name,id\nAnna\n", "line 2: a row without an id"),
      ("[7]", "$[0]: expected an id, found 7"), ("[{\"name\":\"x\"}]", "$[0]: expected an athlete"),
      ("[\"A\",", "not JSON"), ("{\"people\":[]}", "\"athletes\" is missing"),
    ])
  func refusal(text: String, message: String) {
    #expect {
      try read(text)
    } throws: {
      let error = $0 as? GymbagError
      return error?.kind == .badData && error?.message.contains(message) == true
    }
  }

  @Test("that is not UTF-8 is refused")
  func encoding() throws {
    let path = Scratch.path("latin1.csv")
    try FileSystem.replace(path, with: Array("id,name\nA,Zo".utf8) + [0xeb, 0x0a])
    #expect {
      try RosterFile.read(path)
    } throws: {
      ($0 as? GymbagError)?.message.contains("not text in UTF-8") == true
    }
  }
}
