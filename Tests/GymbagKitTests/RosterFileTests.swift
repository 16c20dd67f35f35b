import GymbagKit
import GymbagModel
import GymbagTestSupport
import Testing

@Suite("A roster") struct RosterFileTests {
  private func read(_ text: String) throws -> RosterFile {
    try RosterFile(Array(text.utf8), source: "roster")
  }

  private func ids(_ text: String) throws -> [String] {
    try read(text).roster.entries.map(\.id.text)
  }

  @Test(
    "is the same as CSV, as JSON and as plain ids",
    arguments: [
      "id,name,workouts\n007,,\n7,,\na b,,\n",
      "Athlete ID\n007\n7\na b\n",
      "\u{feff}name,user_id\r\n,007\r\n,7\r\n,a b\r\n",
      "userID , note\n007,x\n\"7\",\"y\"\n a b ,\n",
      "[\"007\",\"7\",\"a b\"]",
      " {\"athletes\": [{\"id\":\"007\"},{\"userID\":\"7\",\"name\":\"Jo\"},\"a b\"]}",
      "[{\"Athlete ID\":\"007\",\"x\":1},{\"x\":1,\"user\":\"7\"},{\"athlete\":\"a b\"}]",
      "007\n7\na b",
      "\n\n007\n\n  7\n\t a b \n\n",
      "\"007\"\r7\r\"a b\"",
    ])
  func forms(text: String) throws {
    #expect(try ids(text) == ["007", "7", "a b"])
  }

  @Test(
    "keeps ids as they are spelled: none is a number",
    arguments: [
      "id\n007\n7\n\"0007\"\n7.0\n+7\n7e0\n1E5\n1e+11\n1.2E+1\n12E+11\n#7\n-\n@x\n0x1F\nTRUE\n#1!\n",
      "007\n7\n0007\n7.0\n+7\n7e0\n1E5\n1e+11\n1.2E+1\n12E+11\n#7\n-\n@x\n0x1F\nTRUE\n#1!",
    ])
  func opaque(text: String) throws {
    #expect(
      try ids(text) == [
        "007", "7", "0007", "7.0", "+7", "7e0", "1E5", "1e+11", "1.2E+1", "12E+11", "#7", "-", "@x",
        "0x1F", "TRUE", "#1!",
      ])
  }

  @Test("takes in JSON what in CSV would be a spreadsheet's damage")
  func spelledSo() throws {
    #expect(try ids(#"["1.2E+11","'007"," A "]"#) == ["1.2E+11", "'007", " A "])
  }

  @Test("compares ids by their bytes, however an accent is composed")
  func composed() throws {
    #expect(try read("id\nZo\u{eb}\nZoe\u{308}\n").roster.entries.count == 2)
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
    for text in [text, text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r")] {
      #expect(try ids(text) == ["A-01", "A-02", "A-03", "A-04", "A-05"])
    }
  }

  @Test("takes blanks around a quoted field for what they are")
  func blanksAroundQuotes() throws {
    let roster = try read("id, name\n \"A\" , \"Weber, Jonas\"\t\n\u{a0}B\u{a0},\u{3000}Bo \n")
      .roster
    #expect(roster.entries.map(\.id.text) == ["A", "B"])
    #expect(roster.entries.map(\.name) == ["Weber, Jonas", "Bo"])
  }

  @Test("leaves out rows with nothing in them, and counts them")
  func blankRows() throws {
    let file = try read(
      "\n,,\nid,name,x\nA,,\n,,\n, ,\nB,,\n\"\",\"\",\n\u{a0},\u{200b},\u{feff}\n\n,,,,,\nC,,")
    #expect(file.roster.entries.map(\.id.text) == ["A", "B", "C"])
    #expect(file.blankRowCount == 8)
    #expect(try read("id\nA\n").blankRowCount == 0)
    #expect(try read("A\n\n\nB\n").blankRowCount == 2)
  }

  @Test("may name workouts for an athlete")
  func workouts() throws {
    let expected = try read(#"[{"id":"A","name":"Ada","workouts":["w-1","youth/technique"]},"B"]"#)
    for text in [
      "id,name,workouts\nA,Ada,w-1; youth/technique ;\nB,,\n",
      "id;name;workouts\nA;Ada;\"w-1;youth/technique\"\nB;;\n",
      "workout\tname\tid\nw-1\tAda\tA\n\t\tB\nyouth/technique\t\tA\n",
      "id,name,Workout IDs\nA,Ada,\"w-1\r\nyouth/technique\"\nB,,;\n",
    ] {
      #expect(try read(text).roster == expected.roster)
    }
  }

  @Test("has names to show from one column or two")
  func names() throws {
    func names(_ text: String) throws -> [String?] { try read(text).roster.entries.map(\.name) }
    #expect(
      try names("Last name,First name,id\nWeber,Jonas,A\n,Bo,B\n,,C\n") == [
        "Jonas Weber", "Bo", nil,
      ])
    #expect(try names("id,surname,name\nA,Weber,Jo\n") == ["Jo"])
    #expect(try names("athlete,user id\nJo,A\n") == ["Jo"])
    #expect(try names(#"[{"id":"A","first_name":"Jo","last_name":null}]"#) == ["Jo"])
  }

  @Test("warns of one id with two names, and of nothing else")
  func twoNames() throws {
    let file = try read("id,name\nA,Jo\nB,Jo\nA,\nC,Zo\u{eb}\nC,Zoe\u{308}\nA,Ann\nA,Eve\n")
    #expect(
      file.remarks == ["the athlete A is \"Ann\" in line 7 and \"Jo\" in line 2 (roster)"])
    #expect(file.roster.entries.map(\.name) == ["Jo", "Jo", "Zo\u{eb}"])
  }

  @Test(
    "that is wrong is refused with the place, and never as an empty list",
    arguments: [
      ("", "empty file"), ("\n , \n", "no athletes"), ("id,name\n", "no athletes"),
      ("\u{feff}", "no athletes"), ("sep=;\n", "no athletes"), ("id;name\n;\n", "no athletes"),
      ("[]", "no athletes"), ("{\"athletes\":[]}", "no athletes"),
      ("Sportler,Name\nA,Ada\n", "line 1: no column for the athlete's id among: Sportler, Name"),
      ("Sportler;Name\nA;Ada\n", "line 1: no column for the athlete's id among: Sportler, Name"),
      ("Name\nAda\n", "line 1: no column for the athlete's id among: Name"),
      ("id,name\nA,Ada\n,Bob\n", "line 3: a row without an id"),
      ("id;name\nA;Ada\n\u{a0};Bob\n", "line 3: a row without an id"),
      ("name,id\nAnna\n", "line 2: a row without an id"),
      ("id,note\nA,\"1\n2\"\n,x\n", "line 4: a row without an id"),
      ("id,note\rA,\"1\r2\"\r,x\r", "line 4: a row without an id"),
      ("id,note\r\nA,\"1\r\n\r\n2\"\r\n,x\r\n", "line 5: a row without an id"),
      ("sep=,\r\nid,note\r\n,x\r\n", "line 3: a row without an id"),
      ("id,name\nA,Weber, Jonas\n", "line 2: 3 fields where the header has 2"),
      ("id;workouts\nA;w-1;w-2\n", "line 2: 3 fields where the header has 2"),
      ("id\nA;w-1\n", "line 2: 2 fields where the header has 1"),
      ("id,name\nA,\"Ada\nB,Bob\n", "line 2: a quote that is never closed"),
      ("\"id,name\nA,Ada\n", "line 1: a quote that is never closed"),
      ("id,name\nA,\"x\ny\"\nB,\"Bob\n\nC,Cy\n", "line 4: a quote that is never closed"),
      ("id,name\nA,\"Ada\"x\n", "line 2: text behind a closing quote"),
      ("id,note\nA,\"said \\\"ok\\\"\"\n", "line 2: text behind a closing quote"),
      ("A\nB,C\n", "line 2: this is not one id"), ("A\nB;C\n", "line 2: this is not one id"),
      ("A\nB\tC\n", "line 2: this is not one id"),
      ("sep=\nid,name\nA,Ada\n", "line 1: this names no separator"),
      ("sep=;;\nid;name\nA;Ada\n", "line 1: this names no separator"),
      ("id,name;ID\nA,Ada;B\n", "line 1: a comma or a semicolon could separate here"),
      ("id,workout,workout_id\n", "line 1: several columns could hold the workouts"),
      ("A\0\n", "line 1: a NUL"), ("id,name\nA,\"x\r\ny\0\"\n", "line 3: a NUL"),
      ("[7]", "$[0]: expected an id, found 7"), ("[{\"name\":\"x\"}]", "$[0]: no member for the"),
      ("[\"A\",{\"id\":7}]", "$[1].id: expected an id, found 7"),
      ("[{\"id\":\"A\",\"userID\":\"B\"}]", "$[0]: several members could hold the athlete's id"),
      ("[{\"id\":\"A\",\"workouts\":\"w\"}]", "$[0].workouts: expected an array"),
      ("[{\"id\":\"A\",\"name\":7}]", "$[0].name: expected a string"),
      ("[\"A\",", "not JSON"), ("{\"people\":[]}", "\"athletes\" is missing"),
      ("<html><table>", "HTML or XML"),
    ])
  func refusal(text: String, message: String) {
    #expect {
      try read(text)
    } throws: {
      let error = $0 as? GymbagError
      return error?.kind == .badData && error?.message.contains(message) == true
    }
  }

  @Test(
    "in which a spreadsheet has damaged an id is refused with the line, and with what to do",
    arguments: [
      "1.2E+11", "1,2E+11", "1E+15", "-1.25E-05", "'007", "#REF!", "#N/A", "#NAME?", "#DIV/0!",
      "#BEZUG!", "#NV", "Err:502", "########", "=A1", "=\"007\"",
    ])
  func damage(cell: String) throws {
    let quoted = "\"" + cell.replacing("\"", with: "\"\"") + "\""
    for (text, line) in [("id;name\nA;\n\(quoted);x\n", 3), ("B\n\(quoted)\n", 2)] {
      #expect {
        try read(text)
      } throws: {
        let error = $0 as? GymbagError
        return error?.message.hasPrefix("line \(line): the id \(cell) ") == true
          && error?.hint?.contains("as text") == true
      }
    }
  }

  @Test(
    "has its id in the column that is said",
    arguments: [
      ("id,Nr.,name\nx,A,Ada\n", "Nr."), ("id;Nr.;name\nx;A;Ada\n", "nr"),
      ("id,athlete_id\nx,A\n", "athlete_id"), ("id,athlete_id\nx,A\n", "Athlete ID"),
      ("ID,id\nx,A\n", "id"), ("Sportler\nA\n", "sportler"), ("Sportler,\nA,\n", "Sportler"),
      ("a,b;c\nx,A;y\n", "b;c"), ("name,team\nA,x\n", "name"),
      (#"[{"id":7,"key":"A"}]"#, "key"), (#"[{"id":7,"Key ID":"A"}]"#, "key_id"),
    ])
  func idColumn(text: String, column: String) throws {
    let file = try RosterFile(Array(text.utf8), idColumn: column, source: "roster")
    #expect(file.roster.entries.map(\.id.text) == [text.contains("A;y") ? "A;y" : "A"])
  }

  @Test(
    "is refused when the id's column is not there, or is one of several",
    arguments: [
      ("id,name\nA,Ada\n", "nr", "no column \"nr\" among: id, name"),
      ("A\nB\n", "nr", "no column \"nr\" among: A"),
      ("id,,_\nA,B,C\n", "_.", "no column \"_.\" among: id, , _"),
      ("nr,NR\nA,B\n", "Nr", "several columns could hold the athlete's id: nr, NR"),
      ("nr,nr\nA,B\n", "nr", "several columns could hold the athlete's id: nr, nr"),
      ("id,athlete_id\nA,B\n", nil, "several columns could hold the athlete's id: id, athlete_id"),
      ("user,athlete\nA,B\n", nil, "several columns could hold the athlete's id: user, athlete"),
      (#"[{"id":"A"}]"#, "nr", "$[0]: no member \"nr\" among: id"),
      (#"["A"]"#, "nr", "$[0]: expected an object"),
    ])
  func noIDColumn(text: String, column: String?, message: String) {
    #expect {
      try RosterFile(Array(text.utf8), idColumn: column, source: "roster")
    } throws: {
      ($0 as? GymbagError)?.kind == .badData
        && ($0 as? GymbagError)?.message.contains(message) == true
    }
  }

  @Test("that is too large is refused before it is read", .scratch)
  func tooLarge() throws {
    let path = Scratch.path("roster")
    try Tool.output(["truncate", "-s", "65M", path])
    #expect(throws: GymbagError.self) { try RosterFile.read(path) }
  }
}
